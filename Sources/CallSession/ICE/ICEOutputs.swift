/// What an agent answers. Reused from call to call; whoever drains it empties it.
package struct ICEOutputs: Sendable {
  /// To be sent as they are, in order.
  package var datagrams: [ICEDatagram] = []
  package var events: [ICEEvent] = []

  package init() {}

  package mutating func removeAll() {
    datagrams.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}

/// A datagram and its way.
package struct ICEDatagram: Equatable, Sendable {
  package var bytes: [UInt8]
  package var path: ICEPath

  package init(_ bytes: [UInt8], _ path: ICEPath) {
    self.bytes = bytes
    self.path = path
  }
}

package enum ICEEvent: Equatable, Sendable {
  /// An address of ours, for the other side to try.
  case candidate(ICECandidate)
  /// There will be no more of them in this generation.
  case gathered
  /// From now on everything goes this way.
  case selected(ICEPath)
  /// The other side has not agreed to anything for 30 seconds: nothing may be sent (RFC 7675, 5.1).
  case consentExpired
  case failed(ICEFailure)
}
