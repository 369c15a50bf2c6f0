import MediaCore

/// Where a camera's pictures stand on its own clock, and where that stands on the sender's wall clock.
struct CameraLine: Sendable {
  /// Of the newest picture, nanoseconds since the first one.
  private(set) var place: Int64 = 0
  private(set) var lastArrival = MediaTime.zero
  /// What is added to a place for nanoseconds since 1970; nil before a report.
  private(set) var wallClock: Int64?

  private var clock = SenderClock(clockRate: rate)
  private var newest: RTPTimestamp?

  private static let rate: Int64 = 90_000
  /// Nanoseconds. A step of the timestamps that differs by more from the time between arrivals is none of
  /// time.
  private static let largestJump: UInt64 = 5_000_000_000

  mutating func receive(_ report: SenderReport) {
    clock.receive(report, newest: newest ?? RTPTimestamp(Int64(report.timestamp)))
  }

  /// Nanoseconds on the camera's clock since the picture before.
  mutating func advance(to timestamp: UInt32, at now: MediaTime) -> Int64 {
    defer { lastArrival = now }
    guard let newest else {
      let first = RTPTimestamp(Int64(timestamp))
      self.newest = first
      wallClock = clock.time(of: first)
      return 0
    }
    let extended = RTPTimestamp(timestamp, nearest: newest)
    self.newest = extended
    let elapsed = (now - lastArrival).nanoseconds
    var step = MediaTime(count: newest.distance(to: extended), rate: Self.rate).nanoseconds
    // The camera began to count anew.
    if (step - elapsed).magnitude > Self.largestJump { step = elapsed }
    place &+= step
    wallClock = clock.time(of: extended).map { $0 &- place }
    return step
  }
}
