package import MediaCore

/// Counts what a source sent and what arrived, for reception reports (RFC 3550, 6.4.1, A.3 and A.8).
package struct ReceptionStatistics: Sendable {
  private let clockRate: Int64
  private var first: Int64?
  private var highest: Int64 = 0
  private var received: Int64 = 0
  /// At the last report.
  private var before: (expected: Int64, received: Int64) = (0, 0)
  private var lastTransit: Int64?
  /// In sixteenths of a tick.
  private var jitter: Int64 = 0
  private var lastReport: (middle: UInt32, arrival: MediaTime)?

  /// - Parameter clockRate: ticks of the source's timestamps in a second.
  package init(clockRate: Int64) { self.clockRate = clockRate }

  /// A packet arrived. One that was sent again counts as received, not for the jitter: its timestamp
  /// tells when it was sent first.
  ///
  /// - Parameter sequence: extended.
  package mutating func note(
    _ sequence: Int64, timestamp: UInt32, isRetransmission: Bool = false, at now: MediaTime
  ) {
    if first == nil { (first, highest) = (sequence, sequence) }
    highest = max(highest, sequence)
    received += 1
    guard !isRetransmission else { return }
    let (seconds, rest) = now.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let arrival = seconds &* clockRate &+ rest * clockRate / 1_000_000_000
    let transit = arrival &- Int64(timestamp)
    if let lastTransit {
      // Timestamps count modulo 2³².
      let difference = Int64(Int32(truncatingIfNeeded: transit &- lastTransit)).magnitude
      // A step of the source's clock is no jitter.
      if difference < UInt64(clockRate) * 4 { jitter += Int64(difference) - (jitter + 8) >> 4 }
    }
    lastTransit = transit
  }

  package mutating func note(_ report: SenderReport, at now: MediaTime) {
    lastReport = (report.time.middle, now)
  }

  /// Packets that never came, so far.
  package var lost: Int64 { first.map { max(highest - $0 + 1 - received, 0) } ?? 0 }

  /// Nil before the first packet.
  package mutating func takeReport(of source: SSRC, at now: MediaTime) -> ReceptionReport? {
    guard let first else { return nil }
    let expected = highest - first + 1
    let interval = (expected: expected - before.expected, received: received - before.received)
    before = (expected, received)
    let lost = interval.expected - interval.received
    var report = ReceptionReport(source: source)
    if interval.expected > 0, lost > 0 {
      report.fractionLost = UInt8(min(lost * 256 / interval.expected, 255))
    }
    report.cumulativeLost = Int32(clamping: min(max(expected - received, -0x80_0000), 0x7F_FFFF))
    report.highestSequence = UInt32(truncatingIfNeeded: highest)
    report.jitter = UInt32(truncatingIfNeeded: jitter >> 4)
    if let lastReport {
      report.lastSenderReport = lastReport.middle
      let nanoseconds = (now - lastReport.arrival).nanoseconds
      report.delaySinceLast = UInt32(clamping: nanoseconds / 1_000 * 65_536 / 1_000_000)
    }
    return report
  }
}
