/// What a router answers. Reused from call to call; whoever drains it empties it.
package struct ICERouterOutputs: Sendable {
  package struct Event: Equatable, Sendable {
    package var peer: ICEPeerID
    package var event: ICEEvent
  }

  /// To be sent as they are, in order.
  package var datagrams: [ICEDatagram] = []
  /// After `consentExpired` or `failed` the router knows the peer no more.
  package var events: [Event] = []

  package init() {}

  package mutating func removeAll() {
    datagrams.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}

/// Whose a datagram is.
package enum ICERoute: Equatable, Sendable {
  /// It was STUN, and is done with.
  case handled
  /// To be given to this peer: DTLS, SRTP or SRTCP, by the way it came.
  case peer(ICEPeerID)
  /// Nobody's: to be dropped without an answer.
  case unknown
}
