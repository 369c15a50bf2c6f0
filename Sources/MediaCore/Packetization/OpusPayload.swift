/// What an Opus packet says of itself without being decoded (RFC 6716, 3). It is an RTP payload as it
/// is (RFC 7587, 4.2).
///
///      0 1 2 3 4 5 6 7
///     +-+-+-+-+-+-+-+-+
///     | config  |s| c |   config: mode, bandwidth and frame size; s: stereo; c: how many frames
///     +-+-+-+-+-+-+-+-+
package struct OpusPayload: Equatable, Sendable {
  package enum Mode: Equatable, Sendable {
    /// For speech: frames of 10 to 60 ms.
    case silk
    /// Both, SILK for what lies below 8 kHz: frames of 10 and 20 ms.
    case hybrid
    /// For everything: frames of 2.5 to 20 ms.
    case celt
  }

  /// The raw value is the highest frequency in hertz.
  package enum Bandwidth: Int, Sendable {
    case narrow = 4_000
    case medium = 6_000
    case wide = 8_000
    case superWide = 12_000
    case full = 20_000
  }

  package let mode: Mode
  package let bandwidth: Bandwidth
  /// 1 or 2, of the packet: a decoder gives as many as it was made for.
  package let channels: Int
  /// Samples of a frame at 48 kHz: 120…2 880.
  package let frameSize: Int
  /// Where the compressed frames stand; an empty one was not sent.
  package let frames: [Range<Int>]
  /// Whether the packet holds a coarser copy of the sound before it (LBRR, 4.2.3), as long as its own
  /// first frame.
  package let hasRedundancy: Bool

  /// Samples at 48 kHz: 120…5 760.
  package var sampleCount: Int { frameSize * frames.count }

  /// Whether the sender pauses (DTX): nothing is in it, and what follows may have a gap before it.
  package var isPause: Bool {
    for frame in frames where frame.count > 1 { return false }
    return true
  }

  /// Nil for what is no Opus packet.
  package init?(parsing bytes: Span<UInt8>) {
    guard Self.sampleCount(of: bytes) != nil, let frames = Self.frames(of: bytes) else {
      return nil
    }
    let configuration = Int(bytes[0] >> 3)
    switch configuration {
    case 0..<12:
      mode = .silk
      bandwidth = [.narrow, .medium, .wide][configuration >> 2]
    case 12..<16:
      mode = .hybrid
      bandwidth = configuration < 14 ? .superWide : .full
    default:
      mode = .celt
      bandwidth = [.narrow, .wide, .superWide, .full][(configuration - 16) >> 2]
    }
    channels = bytes[0] & 4 == 0 ? 1 : 2
    frameSize = Self.frameSize(bytes[0])
    self.frames = frames
    hasRedundancy =
      mode != .celt && frames[0].count > 1
      && Self.hasRedundancy(bytes[frames[0].lowerBound], channels: channels, frameSize: frameSize)
  }

  /// Samples at 48 kHz, from the first two bytes; nil when they cannot begin an Opus packet.
  package static func sampleCount(of bytes: Span<UInt8>) -> Int? {
    guard bytes.count > 0 else { return nil }
    let count: Int
    switch bytes[0] & 3 {
    case 0: count = 1
    case 1, 2: count = 2
    default:
      guard bytes.count > 1 else { return nil }
      count = Int(bytes[1] & 63)
    }
    // At most 120 ms (3.2.5, R5).
    let samples = frameSize(bytes[0]) * count
    return (1...5_760).contains(samples) ? samples : nil
  }

  private static func frameSize(_ toc: UInt8) -> Int {
    let configuration = Int(toc >> 3)
    switch configuration {
    case 0..<12: return [480, 960, 1_920, 2_880][configuration & 3]
    case 12..<16: return configuration & 1 == 0 ? 480 : 960
    default: return 120 << (configuration & 3)
    }
  }

  /// A frame begins with a bit of voice activity for each 20 ms and the bit asked for, channel by
  /// channel (4.2.3); they are even, so the range coder leaves them at the top of the first byte.
  private static func hasRedundancy(_ first: UInt8, channels: Int, frameSize: Int) -> Bool {
    let periods = max(frameSize / 960, 1)
    for channel in 1...channels where first & (0x80 >> UInt8(channel * (periods + 1) - 1)) != 0 {
      return true
    }
    return false
  }
}
