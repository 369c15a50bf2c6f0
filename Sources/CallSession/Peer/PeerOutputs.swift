/// What a `PeerTransport` answers.
package struct PeerOutputs: Sendable {
  /// Protected, to be sent as they are, in order.
  package var datagrams: [[UInt8]] = []
  /// What came of those that were received.
  package var events: [StreamOutputs.Event] = []
  /// The peer's messages, whole and in the order in which they were sent.
  package var messages: [[UInt8]] = []

  package init() {}

  package mutating func removeAll() {
    datagrams.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    messages.removeAll(keepingCapacity: true)
  }
}
