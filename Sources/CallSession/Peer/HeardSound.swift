import MediaCore

/// When the sound that was captured at a wall-clock time is heard, without the small steps in which a
/// receiver comes to its delay.
struct HeardSound: Sendable {
  /// What is added to the time of capture, in nanoseconds since 1970, for the time at which it is heard.
  /// Nil while nothing is.
  private(set) var offset: Int64?
  /// The same for sound that is played as soon as the quickest packet comes.
  private(set) var quickest: Int64?

  private var last: (captured: Int64, heard: MediaTime)?

  /// In which two thirds of a step are followed, and steps that are taken over at once.
  private static let smoothing = 0.2
  private static let largestStep: UInt64 = 300_000_000

  mutating func hear(captured: Int64?, delay: MediaTime, at now: MediaTime) {
    guard let captured else {
      (offset, quickest, last) = (nil, nil, nil)
      return
    }
    let elapsed = last.map { now - $0.heard } ?? .zero
    let before = last?.captured
    last = (captured, now)
    // In a pause, or while sound is missing, a receiver makes something up: that is no time.
    if let before, captured &- before < elapsed.nanoseconds / 2 { return }
    let heard = now.nanoseconds &- captured
    let seconds = min(max(elapsed.seconds, 0), 1)
    let part = seconds / (seconds + Self.smoothing)
    offset = Self.follow(offset, heard, part)
    quickest = Self.follow(quickest, heard &- delay.nanoseconds, part)
  }

  private static func follow(_ old: Int64?, _ new: Int64, _ part: Double) -> Int64 {
    guard let old else { return new }
    let (step, overflow) = new.subtractingReportingOverflow(old)
    guard !overflow, step.magnitude < largestStep else { return new }
    return old &+ Int64(Double(step) * part)
  }
}
