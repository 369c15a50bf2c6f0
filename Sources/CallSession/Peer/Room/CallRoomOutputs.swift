/// What a `CallRoom` answers. Reused from call to call; whoever drains it empties it.
package struct CallRoomOutputs: Sendable {
  /// Protected, to be sent to the participant of that leg as they are, in order.
  package var datagrams: [(leg: Int, bytes: [UInt8])] = []
  /// For the `BoardWorker`, in order.
  package var jobs: [BoardJob] = []
  /// For the recorder, in order.
  package var records: [CallRecord] = []

  package init() {}

  package mutating func removeAll() {
    datagrams.removeAll(keepingCapacity: true)
    jobs.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
  }
}
