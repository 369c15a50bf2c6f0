/// Collects when packets arrived and tells their sender (draft-holmer-rmcat-transport-wide-cc, 2).
///
/// Each feedback begins behind the last packet of the one before, or at a packet that came late: its
/// sender has to hear of it all the same.
package struct TransportArrivals: Sendable {
  /// By extended sequence number, those that were not told yet: rising.
  private var waiting: [(sequence: Int64, microseconds: Int64)] = []
  private var extender = SequenceExtender()
  /// The first number that no feedback has covered.
  private var next: Int64?
  private var number: UInt8 = 0

  /// More at once would be nobody's feedback.
  private static let most = 4_096
  /// Statuses in one packet, so that it fits a datagram in the worst case.
  private static let mostStatuses: Int64 = 480

  package init() {}

  package var isEmpty: Bool { waiting.isEmpty }

  /// - Parameter microseconds: of a clock that only this receiver knows.
  package mutating func note(_ sequence: SequenceNumber, at microseconds: Int64) {
    let extended = extender.extend(sequence)
    guard waiting.count < Self.most else { return }
    var index = waiting.count
    while index > 0, waiting[index - 1].sequence > extended { index -= 1 }
    if index > 0, waiting[index - 1].sequence == extended { return }
    waiting.insert((extended, microseconds), at: index)
  }

  /// The next feedback about what was noted; nil when all was told.
  package mutating func takeFeedback(sender: SSRC, source: SSRC) -> TransportFeedback? {
    guard let first = waiting.first else { return nil }
    // What is missing in between is told too; what came late stands before the rest.
    var base = min(next ?? first.sequence, first.sequence)
    if first.sequence - base >= Self.mostStatuses { base = first.sequence }
    let reference = Self.floored(first.microseconds, by: TransportFeedback.referenceUnit)
    var feedback = TransportFeedback(
      sender: sender, source: source, base: SequenceNumber(truncating: base), count: 0,
      // Only the low 24 bits travel.
      referenceTime: (Int32(truncatingIfNeeded: reference) << 8) >> 8, number: number, arrivals: [])
    // In whole units since the reference, so that what is rounded away never adds up.
    var told: Int64 = 0
    var taken = 0
    for arrival in waiting {
      let offset = arrival.sequence - base
      let units = Self.floored(
        arrival.microseconds - reference * TransportFeedback.referenceUnit,
        by: TransportFeedback.deltaUnit)
      guard offset < Self.mostStatuses, let delta = Int16(exactly: units - told) else { break }
      feedback.arrivals.append(
        TransportFeedback.Arrival(offset: UInt16(offset), delta: delta))
      feedback.count = UInt16(offset) + 1
      told = units
      taken += 1
    }
    waiting.removeFirst(taken)
    next = max(next ?? 0, base + Int64(feedback.count))
    number &+= 1
    return feedback
  }

  private static func floored(_ value: Int64, by unit: Int64) -> Int64 {
    value >= 0 ? value / unit : (value - unit + 1) / unit
  }
}
