/// Frames a second, as a fraction: 30, or 30 000 in 1 001 seconds.
public struct FrameRate: Hashable, Sendable {
  /// This many frames…
  public let frames: Int64
  /// …in this many seconds.
  public let seconds: Int64

  /// Nil for less than one frame in an hour, and for more than 1 000 a second: the times in a
  /// recording are whole milliseconds, and two frames must not share one.
  public init?(frames: Int64, seconds: Int64 = 1) {
    guard (1...1_000_000_000).contains(frames), (1...1_000_000_000).contains(seconds),
      frames <= 1_000 * seconds, seconds <= 3_600 * frames
    else { return nil }
    self.frames = frames
    self.seconds = seconds
  }

  private init(whole frames: Int64) {
    self.frames = frames
    seconds = 1
  }

  public static let fps30 = FrameRate(whole: 30)

  /// The instant of frame `index`, counted from zero: `index / rate`, rounded to the nearest
  /// nanosecond.
  public func instant(_ index: Int64) -> MediaTime {
    let scaled = Int128(index) * Int128(seconds) * 1_000_000_000
    let divisor = Int128(frames)
    return MediaTime(nanoseconds: Int64(clamping: (scaled + divisor / 2) / divisor))
  }

  /// The first frame whose instant is at or after `time`; 0 for times before zero.
  public func index(atOrAfter time: MediaTime) -> Int64 {
    guard time > .zero else { return 0 }
    let scaled = Int128(time.nanoseconds) * Int128(frames)
    var index = Int64(clamping: scaled / (Int128(seconds) * 1_000_000_000))
    // Instants are rounded, so the quotient can be one off in either direction.
    if index > 0 { index -= 1 }
    while instant(index) < time { index += 1 }
    return index
  }

  /// The last frame whose instant lies before `time`; 0 when there is none.
  public func index(lastBefore time: MediaTime) -> Int64 {
    max(index(atOrAfter: time) - 1, 0)
  }
}
