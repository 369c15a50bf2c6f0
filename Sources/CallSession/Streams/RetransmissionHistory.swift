package import MediaCore

/// Packets that were sent, for those who miss them (RFC 4585, 6.2.1). Kept for a second and three round
/// trips, or for as long as there is room.
package struct RetransmissionHistory: Sendable {
  private struct Entry {
    let packet: OutgoingPacket
    let sequence: Int64
    let sent: MediaTime
    /// Sent again, last.
    var again: MediaTime?
  }

  /// Rising; what stands before `start` is gone.
  private var entries: [Entry] = []
  private var start = 0
  private var bytes = 0
  private let mostBytes: Int

  private static let age = MediaTime(milliseconds: 1_000)

  /// - Parameter mostBytes: of payload.
  package init(mostBytes: Int = 2 << 20) { self.mostBytes = mostBytes }

  /// Packets that are there.
  package var count: Int { entries.count - start }
  package var last: OutgoingPacket? { entries.last?.packet }

  /// - Parameter sequence: extended, higher than all before.
  package mutating func note(
    _ packet: OutgoingPacket, sequence: Int64, at now: MediaTime, roundTrip: MediaTime
  ) {
    entries.append(Entry(packet: packet, sequence: sequence, sent: now))
    bytes += packet.payload.count
    let age = MediaTime(nanoseconds: Self.age.nanoseconds + 3 * roundTrip.nanoseconds)
    while start < entries.count - 1,
      bytes > mostBytes || now - entries[start].sent > age
    {
      bytes -= entries[start].packet.payload.count
      start += 1
    }
    if start > 64, start * 2 > entries.count {
      entries.removeFirst(start)
      start = 0
    }
  }

  /// A packet to send again. Nil when it is gone, or under way already: sent again less than a round
  /// trip ago.
  package mutating func take(
    _ number: SequenceNumber, at now: MediaTime, roundTrip: MediaTime
  ) -> OutgoingPacket? {
    guard let index = index(of: number) else { return nil }
    // Receivers repeat themselves a little early when the path has become faster.
    let least = roundTrip.nanoseconds * 3 / 4
    if let again = entries[index].again, (now - again).nanoseconds < least { return nil }
    entries[index].again = now
    return entries[index].packet
  }

  /// Bytes that sending these again takes; nil when one of them is gone.
  package func size(of sequences: [Int64]) -> Int? {
    var size = 0
    for sequence in sequences {
      guard let index = index(of: SequenceNumber(truncating: sequence)) else { return nil }
      size += entries[index].packet.size
    }
    return size
  }

  /// Whether a packet was sent again already.
  package func wasRepeated(_ sequence: Int64) -> Bool {
    index(of: SequenceNumber(truncating: sequence)).map { entries[$0].again != nil } ?? false
  }

  private func index(of number: SequenceNumber) -> Int? {
    guard let last = entries.last else { return nil }
    let sequence =
      last.sequence + Int64(SequenceNumber(truncating: last.sequence).distance(to: number))
    var (low, high) = (start, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].sequence == sequence ? low : nil
  }
}
