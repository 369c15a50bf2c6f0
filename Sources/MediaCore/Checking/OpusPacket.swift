/// How long an Opus packet sounds, from its first two bytes (RFC 6716, section 3.1).
enum OpusPacket {
  /// Samples at 48 kHz; nil for what is no Opus packet.
  static func sampleCount(_ bytes: [UInt8]) -> Int? {
    guard let toc = bytes.first else { return nil }
    let configuration = Int(toc >> 3)
    let frame: Int
    switch configuration {
    case 0..<12: frame = [480, 960, 1920, 2880][configuration & 3]
    case 12..<16: frame = configuration & 1 == 0 ? 480 : 960
    default: frame = 120 << (configuration & 3)
    }
    let count: Int
    switch toc & 3 {
    case 0: count = 1
    case 1, 2: count = 2
    default:
      guard bytes.count > 1 else { return nil }
      count = Int(bytes[1] & 63)
    }
    // At most 120 ms (section 3.2.5, R5).
    guard count > 0, frame * count <= 5760 else { return nil }
    return frame * count
  }
}
