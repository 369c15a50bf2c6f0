/// What a receiver thinks its link carries (draft-alvestrand-rmcat-remb-03). Read where a peer sends
/// nothing better.
package struct ReceiverEstimatedMaximumBitrate: Equatable, Sendable {
  package var sender: SSRC
  /// Bits a second, of all sources together.
  package var bitrate: UInt64
  package var sources: [SSRC]

  package init(sender: SSRC, bitrate: UInt64, sources: [SSRC]) {
    self.sender = sender
    self.bitrate = bitrate
    self.sources = sources
  }

  /// "REMB".
  private static let name: UInt32 = 0x5245_4D42

  init?(_ body: Span<UInt8>) {
    guard body.count >= 16, body.uint32(at: 8) == Self.name else { return nil }
    let count = Int(body[12])
    guard body.count >= 16 + count * 4 else { return nil }
    sender = SSRC(body.uint32(at: 0))
    let (exponent, mantissa) = (UInt64(body[13] >> 2), UInt64(body.uint24(at: 13) & 0x3_FFFF))
    // 18 bits move by 63 at most; what does not fit is as good as no limit.
    let bitrate = mantissa << exponent
    self.bitrate = bitrate >> exponent == mantissa ? bitrate : .max
    sources = []
    for index in 0..<count { sources.append(SSRC(body.uint32(at: 16 + index * 4))) }
  }

  func write(to bytes: inout [UInt8]) {
    var (exponent, mantissa) = (UInt32(0), bitrate)
    while mantissa > 0x3_FFFF {
      mantissa >>= 1
      exponent += 1
    }
    bytes.append(network: sender.rawValue)
    bytes.append(network: UInt32(0))
    bytes.append(network: Self.name)
    bytes.append(UInt8(min(sources.count, 255)))
    bytes.append(network: UInt64(exponent << 18 | UInt32(mantissa)), bytes: 3)
    for source in sources.prefix(255) { bytes.append(network: source.rawValue) }
  }
}
