package import MediaCore

/// A clock as it really runs: it began at some offset and gains or loses steadily.
package struct ParticipantClock: Equatable, Sendable {
  /// What it shows at session time 0.
  package var offset: MediaTime
  /// What it gains, in nanoseconds a second: 1 000 are 1 ppm. Above −10⁹.
  package var drift: Int64

  package init(offset: MediaTime = .zero, drift: Int64 = 0) {
    precondition(drift > -Self.second, "a clock runs forwards")
    self.offset = offset
    self.drift = drift
  }

  package init(offset: MediaTime = .zero, ppm: Int64) {
    self.init(offset: offset, drift: ppm * 1000)
  }

  private static let second: Int64 = 1_000_000_000

  /// What it shows, rounded down to a nanosecond.
  package func reading(at time: MediaTime) -> MediaTime {
    let gained = Self.floor(Int128(time.nanoseconds) * Int128(drift), Int128(Self.second))
    return offset + time + MediaTime(nanoseconds: gained)
  }

  /// The first session time at which it shows at least `reading`.
  package func time(ofReading reading: MediaTime) -> MediaTime {
    let shown = Int128((reading - offset).nanoseconds) * Int128(Self.second)
    let rate = Int128(Self.second + drift)
    return MediaTime(nanoseconds: -Self.floor(-shown, rate))
  }

  /// When a device that this clock drives has taken sample `count` of `rate` a second.
  package func time(ofSample count: Int64, rate: Int64) -> MediaTime {
    time(ofReading: offset + MediaTime(count: count, rate: rate))
  }

  private static func floor(_ value: Int128, _ divisor: Int128) -> Int64 {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
  }
}
