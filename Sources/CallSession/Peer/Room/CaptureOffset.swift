import MediaCore

/// By how much session time is ahead of a participant's clock, as what came quickest from them shows.
///
/// How long that was under way cannot be told from two clocks that differ; it counts as nothing, as in
/// `CaptureClock` for what is drawn. So all that somebody says, shows and draws at one moment stands at one
/// session time.
struct CaptureOffset: Sendable {
  private var known: (nanoseconds: Int64, time: MediaTime)?

  /// The distance may grow by one part in so many of the time that passes: more than two clocks part.
  private static let slack: Int64 = 5_000
  /// What is stamped with another time is no capture of this call.
  private static let day = MediaTime(nanoseconds: 86_400_000_000_000)

  /// Takes note of something that came.
  ///
  /// - Parameter stamp: when it was captured, nanoseconds on the participant's clock.
  mutating func note(_ stamp: Int64, arrival now: MediaTime) {
    let distance = now.nanoseconds &- stamp
    guard let known else {
      self.known = (distance, now)
      return
    }
    let passed = max((now - known.time).nanoseconds, 0)
    self.known = (min(known.nanoseconds &+ passed / Self.slack, distance), now)
  }

  /// The clock was set: what came before says nothing any more.
  mutating func restart() { known = nil }

  /// The session time of a stamp: not after `now`, and not before the session. Nil before anything came.
  func time(of stamp: Int64, at now: MediaTime) -> MediaTime? {
    guard let known else { return nil }
    let time = MediaTime(nanoseconds: stamp &+ known.nanoseconds)
    return min(max(time, now - Self.day, .zero), now)
  }
}
