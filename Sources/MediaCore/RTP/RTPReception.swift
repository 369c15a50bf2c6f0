/// What a receiver counts of a source, for its reports (RFC 3550, 6.4.1, A.3 and A.8).
package struct RTPReception: Sendable {
  /// Packets, each once.
  package private(set) var received: Int64 = 0
  package private(set) var duplicates: Int64 = 0
  /// Packets of the source itself, duplicates too (A.3), but none that was sent again as another source's: a
  /// report is on what the network did (RFC 4588, 6.2).
  private var arrived: Int64 = 0
  package private(set) var highestSequence: Int64 = 0
  /// In ticks, smoothed over 16 packets.
  package private(set) var jitter: Double = 0

  private let clockRate: Int64
  private var base: Int64?
  /// Packets expected before the source last began to count anew.
  private var expectedBefore: Int64 = 0
  private var transit: Int64?
  private var priorExpected: Int64 = 0
  private var priorArrived: Int64 = 0
  private var senderReport: (middle: UInt32, arrival: MediaTime)?

  /// Transit times that differ by more seconds are of two clocks.
  private static let largestStep: Int64 = 10

  init(clockRate: Int64) {
    self.clockRate = clockRate
  }

  package var expected: Int64 {
    expectedBefore + (base.map { highestSequence - $0 + 1 } ?? 0)
  }

  /// Packets that did not come; negative when late ones from before the first outnumber them.
  package var lost: Int64 { expected - received }

  /// Packets that the network lost, whatever was sent again; copies stand in for others (A.3).
  package var missed: Int64 { max(expected - arrived, 0) }

  /// - Parameter isRetransmission: whether it was sent again: its timestamp tells when it was sent
  ///   first, which is nothing of the network's.
  mutating func count(
    _ sequence: Int64, _ timestamp: RTPTimestamp, isRetransmission: Bool = false, at now: MediaTime
  ) {
    received += 1
    base = min(base ?? sequence, sequence)
    highestSequence = received == 1 ? sequence : max(highestSequence, sequence)
    if isRetransmission { return }
    arrived += 1
    let transit = now.ticks(of: clockRate) &- timestamp.rawValue
    if let last = self.transit {
      let step = abs(Double(transit) - Double(last))
      if step < Double(Self.largestStep * clockRate) { jitter += (step - jitter) / 16 }
    }
    self.transit = transit
  }

  mutating func countDuplicate(isRetransmission: Bool = false) {
    duplicates += 1
    if !isRetransmission { arrived += 1 }
  }

  /// Numbers from `sequence` on are expected, those between are not.
  mutating func restart(before sequence: Int64) {
    expectedBefore = expected
    base = sequence
    highestSequence = sequence - 1
    transit = nil
  }

  package mutating func receive(_ report: SenderReport, at now: MediaTime) {
    senderReport = (report.time.middle, now)
  }

  /// Reports on the time since the last report. Duplicates count as received (A.3), so losses can be
  /// negative there.
  package mutating func report(on source: SSRC, at now: MediaTime) -> ReceptionReport {
    let expectedNow = expected - priorExpected
    let lostNow = expectedNow - (arrived - priorArrived)
    (priorExpected, priorArrived) = (expected, arrived)
    let fraction = expectedNow > 0 && lostNow > 0 ? min(lostNow * 256 / expectedNow, 255) : 0
    var delay: Int64 = 0
    if let senderReport { delay = max((now - senderReport.arrival).ticks(of: 65_536), 0) }
    return ReceptionReport(
      source: source, fractionLost: UInt8(fraction),
      cumulativeLost: Int32(clamping: expected - arrived),
      highestSequence: UInt32(truncatingIfNeeded: highestSequence),
      jitter: UInt32(min(jitter, 4e9)), lastSenderReport: senderReport?.middle ?? 0,
      delaySinceLast: UInt32(clamping: delay))
  }
}
