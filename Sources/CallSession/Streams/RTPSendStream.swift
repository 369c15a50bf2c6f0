package import MediaCore

/// Numbers and stamps the packets of one source, and reports on them (RFC 3550, 5.1 and 6.4.1).
package struct RTPSendStream: Sendable {
  package let source: SSRC
  package let payloadType: UInt8
  /// Ticks a second.
  package let clockRate: Int64
  private let firstTimestamp: UInt32
  private(set) var next: Int64
  private var packets: UInt32 = 0
  private var octets: UInt32 = 0
  /// What was captured last: its ticks, and when.
  private var capture: (ticks: Int64, time: MediaTime)?

  /// - Parameter random: gives the first number and timestamp (5.1).
  package init(
    source: SSRC, payloadType: UInt8, clockRate: Int64,
    using random: inout some RandomNumberGenerator
  ) {
    precondition(clockRate > 0, "a clock runs")
    self.source = source
    self.payloadType = payloadType
    self.clockRate = clockRate
    firstTimestamp = UInt32.random(in: 0...UInt32.max, using: &random)
    // In the lower half, so that numbers do not wrap before SRTP's receivers have seen one (RFC 3711, 3.3.1).
    next = Int64(UInt16.random(in: 0...0x7FFF, using: &random))
  }

  /// The header of the next packet, which counts as sent.
  ///
  /// - Parameters:
  ///   - ticks: of the stream's clock, from session time 0.
  ///   - time: when it was captured.
  package mutating func header(
    ticks: Int64, capturedAt time: MediaTime, hasMarker: Bool, octets: Int
  ) -> RTPHeader {
    defer { next += 1 }
    packets &+= 1
    self.octets &+= UInt32(truncatingIfNeeded: octets)
    capture = (ticks, time)
    return RTPHeader(
      payloadType: payloadType, sequenceNumber: SequenceNumber(truncating: next),
      timestamp: timestamp(ticks), ssrc: source, hasMarker: hasMarker)
  }

  private func timestamp(_ ticks: Int64) -> UInt32 {
    firstTimestamp &+ UInt32(truncatingIfNeeded: ticks)
  }

  /// What a sender report says now; nil before the first packet. Its timestamp belongs to its time on
  /// the clock of capture, so that receivers can lay streams side by side.
  package func report(at now: MediaTime, wallClock: NTPTime) -> SenderReport? {
    guard let capture else { return nil }
    let (seconds, rest) = (now - capture.time).nanoseconds
      .quotientAndRemainder(dividingBy: 1_000_000_000)
    let ticks = capture.ticks + seconds * clockRate + rest * clockRate / 1_000_000_000
    return SenderReport(
      sender: source, time: wallClock, timestamp: timestamp(ticks), packets: packets,
      octets: octets)
  }
}
