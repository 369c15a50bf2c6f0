/// What a `SignallingClient` answers.
package struct SignallingClientOutputs: Sendable {
  package enum Event: Equatable, Sendable {
    /// The server's session description, and the servers that it tells of.
    case answered([UInt8], iceServers: [ICEServer])
    /// ICE has restarted: the server's new credentials and candidates.
    case restarted(fragment: [UInt8])
    /// ICE cannot be restarted; the session goes on as it was, for as long as it does.
    case restartRefused
    /// There is no session, or not any more. Nothing follows.
    case failed(SignallingFailure)
    /// After `close`: the server has been told. Nothing follows.
    case closed
  }

  /// To be sent one after the other: there is one at a time.
  package var requests: [WebRequest] = []
  package var events: [Event] = []

  package init() {}

  package mutating func removeAll() {
    requests.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}
