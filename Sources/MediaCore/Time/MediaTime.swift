package import Strokes

/// A point in session time, in nanoseconds.
///
/// Rounded durations are never added up: the time of sample or frame n is `origin + n / rate`,
/// see `init(count:rate:)`.
public struct MediaTime: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  public static let zero = MediaTime(nanoseconds: 0)

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  public init(milliseconds: Int64) {
    nanoseconds = milliseconds * 1_000_000
  }

  /// The time of number `count` in a sequence of `rate` a second, rounded to the nearest nanosecond.
  public init(count: Int64, rate: Int64) {
    let (seconds, rest) = count.quotientAndRemainder(dividingBy: rate)
    nanoseconds = seconds * 1_000_000_000 + (rest * 1_000_000_000 + rate / 2) / rate
  }

  public var seconds: Double { Double(nanoseconds) / 1e9 }

  public static func < (left: MediaTime, right: MediaTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
    MediaTime(nanoseconds: left.nanoseconds + right.nanoseconds)
  }

  public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
    MediaTime(nanoseconds: left.nanoseconds - right.nanoseconds)
  }
}

extension MediaTime {
  /// Exact: a board's step is 100 000 ns.
  package init(_ time: BoardTime) {
    nanoseconds = time.ticks * 100_000
  }
}
