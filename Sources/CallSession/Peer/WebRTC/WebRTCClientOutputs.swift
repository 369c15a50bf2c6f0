/// What a `WebRTCClient` answers. Reused from call to call; whoever drains it empties it.
package struct WebRTCClientOutputs: Sendable {
  package enum Event: Equatable, Sendable {
    /// Media flow from now on.
    case connected
    /// Nothing was heard for a while: another way to the server is asked for.
    case restarting
    /// The server was told goodbye, or there is nobody to be told. Nothing follows.
    case over
    /// The media have ended. The server may still have to be told that: by the requests.
    case ended(WebRTCClientEnd)
  }

  /// To be sent one after the other: there is one at a time.
  package var requests: [WebRequest] = []
  /// To be sent as they are, in order.
  package var datagrams: [ICEDatagram] = []
  package var events: [Event] = []

  package init() {}

  package mutating func removeAll() {
    requests.removeAll(keepingCapacity: true)
    datagrams.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}

/// Why a client's media have ended.
package enum WebRTCClientEnd: Error, Equatable, Sendable {
  /// The server does not take the offer, or has ended the session.
  case refused(SignallingFailure)
  /// Its answer is of no use: one line that says why.
  case answer(String)
  /// Between the peers.
  case peer(WebRTCPeerEnd)
  /// Nothing is heard of the server, and it opens no other way.
  case lost

  /// One line, with what to do.
  package var message: String {
    switch self {
    case .refused(let failure): failure.message
    case .answer(let fault): "the server's answer is of no use: \(fault); check the address"
    case .peer(.closedByPeer): "the server has ended the connection; start again when it is ready"
    case .peer(.unreachable(let failure)): failure.description
    case .peer(let end): "\(end); try again"
    case .lost: "nothing comes from the server any more; check the network"
    }
  }
}
