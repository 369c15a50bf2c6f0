/// What a `PlainRTPReceiver` answers: RTCP to send, and what came.
package struct PlainRTPReceiverOutputs: Sendable {
  package var datagrams: [PlainRTPDatagram] = []
  package var events: [ReceivedEvent] = []

  package init() {}

  package mutating func removeAll() {
    datagrams.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}
