/// How a source is received (RFC 3550, 6.4.1).
package struct ReceptionReport: Equatable, Sendable {
  package var source: SSRC
  /// Of the packets since the last report, in 256ths.
  package var fractionLost: UInt8
  /// Since reception began; negative when duplicates outnumber what was lost. 24 bits.
  package var cumulativeLost: Int32
  /// The low 16 bits are a sequence number, the high ones count its wraps.
  package var highestSequence: UInt32
  /// In ticks of the source's clock (A.8).
  package var jitter: UInt32
  /// `middle` of the last sender report's time; 0 before the first.
  package var lastSenderReport: UInt32
  /// Since it came, in 65 536ths of a second.
  package var delaySinceLast: UInt32

  package init(
    source: SSRC, fractionLost: UInt8 = 0, cumulativeLost: Int32 = 0, highestSequence: UInt32 = 0,
    jitter: UInt32 = 0, lastSenderReport: UInt32 = 0, delaySinceLast: UInt32 = 0
  ) {
    self.source = source
    self.fractionLost = fractionLost
    self.cumulativeLost = min(max(cumulativeLost, -0x80_0000), 0x7F_FFFF)
    self.highestSequence = highestSequence
    self.jitter = jitter
    self.lastSenderReport = lastSenderReport
    self.delaySinceLast = delaySinceLast
  }

  static let size = 24
  /// In one packet: its count has five bits.
  static let most = 31

  /// Nil when `bytes` do not hold `count` of them at `start`.
  static func parse(_ bytes: Span<UInt8>, at start: Int, count: Int) -> [ReceptionReport]? {
    guard bytes.count >= start + count * size else { return nil }
    var reports: [ReceptionReport] = []
    for index in 0..<count {
      let place = start + index * size
      reports.append(
        ReceptionReport(
          source: SSRC(bytes.uint32(at: place)), fractionLost: bytes[place + 4],
          // The sign's bit moves to the top and back.
          cumulativeLost: Int32(bitPattern: bytes.uint24(at: place + 5) << 8) >> 8,
          highestSequence: bytes.uint32(at: place + 8), jitter: bytes.uint32(at: place + 12),
          lastSenderReport: bytes.uint32(at: place + 16),
          delaySinceLast: bytes.uint32(at: place + 20)))
    }
    return reports
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(network: source.rawValue)
    bytes.append(fractionLost)
    bytes.append(network: UInt64(UInt32(bitPattern: cumulativeLost)), bytes: 3)
    for value in [highestSequence, jitter, lastSenderReport, delaySinceLast] {
      bytes.append(network: value)
    }
  }
}
