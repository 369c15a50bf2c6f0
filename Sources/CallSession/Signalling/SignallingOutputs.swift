/// What a `SignallingEndpoint` answers.
package struct SignallingOutputs: Sendable {
  /// Something for the owner of the media to do.
  package enum Event: Equatable, Sendable {
    /// Somebody wants a session: to be answered by `accept` or `refuse`.
    case offered(SessionName, offer: [UInt8])
    /// More candidates of the client (RFC 8840, 9).
    case candidates(SessionName, fragment: [UInt8])
    /// The client's new ICE credentials: to be answered by `acceptRestart` or `refuseRestart`.
    case restarting(SessionName, fragment: [UInt8])
    /// The client has left, or the owner did not answer in time.
    case ended(SessionName)
  }

  package struct Answer: Equatable, Sendable {
    /// The request's, as the caller numbered it.
    package var number: UInt64
    package var response: HTTPResponse
  }

  package var answers: [Answer] = []
  package var events: [Event] = []

  package init() {}

  package mutating func removeAll() {
    answers.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}
