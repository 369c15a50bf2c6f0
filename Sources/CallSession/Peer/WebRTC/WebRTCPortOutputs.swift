/// What a `WebRTCPort` answers. Reused from call to call; whoever drains it empties it.
package struct WebRTCPortOutputs: Sendable {
  package enum Event: Equatable, Sendable {
    /// It receives from now on.
    case connected(ICEPeerID)
    /// The port knows it no more.
    case ended(ICEPeerID, WebRTCPeerEnd)
  }

  /// To be sent as they are, in order.
  package var datagrams: [ICEDatagram] = []
  package var events: [Event] = []

  package init() {}

  package mutating func removeAll() {
    datagrams.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}
