package import MediaCore

/// When a camera's pictures are shown: with the sound that was captured with them, or, while there is none,
/// late enough that nearly all come in time.
///
/// The sound decides, since what is heard cannot wait. So that a picture that had to be sent again is still
/// in time, `wantedSoundDelay` asks for the sound to be played later, a little at a time.
///
/// Sender reports put a camera's timestamps and the sound's on one wall clock (RFC 3550, 6.4.1). What is
/// played of the sound is told by `hear`, as often as sound is played. Pictures come in order by `receive`
/// and leave in order by `next`, to be decoded then.
package struct VideoPlayout<Picture: Sendable>: Sendable {
  /// What an `AudioReceiver`'s `minimumDelay` should be, for this camera. At most what `init` was told.
  package var wantedSoundDelay: MediaTime { soundDelay.value }

  private var line = CameraLine()
  private var lateness = VideoLateness()
  private var sound = HeardSound()
  private var soundDelay: SoundDelayRequest
  private var queue = PlayoutQueue<Picture>()
  /// What is added to a picture's place on the camera's line for the time at which it is due.
  private var delay: Int64?

  /// How much faster or slower pictures follow each other than they were captured, to come to the delay.
  private static var correction: Double { 0.25 }
  /// Delays that are off by more are not corrected but taken over.
  private static var largestCorrection: UInt64 { 1_000_000_000 }
  /// Sound that is played by this much sooner or later than pictures could be shown is not of this camera.
  private static var largestOffset: UInt64 { 2_000_000_000 }
  /// Of pictures behind their sound, while that is asked to wait: beyond it people notice (ITU-R BT.1359).
  private static var largestLag: Int64 { 125_000_000 }
  /// Pictures that are later than this would not come together with the sound however long it waited; then
  /// they are at least shown evenly.
  private static var hopelessLag: Int64 { 600_000_000 }
  /// Without a picture for this long nothing is asked of the sound.
  private static var absence: MediaTime { MediaTime(milliseconds: 3_000) }

  /// - Parameter longestSoundDelay: the most that is asked of the sound. When pictures need more, they come
  ///   later than it.
  package init(longestSoundDelay: MediaTime = SoundDelayRequest.usual) {
    soundDelay = SoundDelayRequest(most: longestSoundDelay)
  }

  /// A report about the camera's stream.
  package mutating func receive(_ report: SenderReport) { line.receive(report) }

  /// What of the sound is played now.
  ///
  /// - Parameters:
  ///   - captured: when it was, in nanoseconds since 1970 on the clock of the sender's reports. Nil while
  ///     nothing plays, or before a report.
  ///   - delay: how long after the quickest packet could have come: `AudioReceiver.report.delay`.
  package mutating func hear(captured: Int64?, delay: MediaTime, at now: MediaTime) {
    sound.hear(captured: captured, delay: delay, at: now)
    soundDelay.approach(neededSoundDelay(at: now), at: now)
  }

  /// The delay at which the sound would be as late as pictures have to be. Nil when that is unknown.
  private func neededSoundDelay(at now: MediaTime) -> MediaTime? {
    guard now - line.lastArrival < Self.absence else { return .zero }
    guard let base = lateness.base, let wallClock = line.wallClock, let quickest = sound.quickest
    else { return nil }
    let pictures = base &+ lateness.delay.nanoseconds
    let (needed, overflow) = pictures.subtractingReportingOverflow(wallClock &+ quickest)
    guard !overflow, needed.magnitude < Self.largestOffset else { return nil }
    return MediaTime(nanoseconds: needed)
  }

  /// A picture has arrived whole, after all before it.
  ///
  /// - Parameter timestamp: as packets carry it.
  package mutating func receive(_ picture: Picture, timestamp: UInt32, at now: MediaTime) {
    let step = line.advance(to: timestamp, at: now)
    lateness.observe(transit: now.nanoseconds &- line.place, at: now)
    let delay = delay(towards: target, after: step)
    self.delay = delay
    queue.append(
      picture, due: max(MediaTime(nanoseconds: line.place &+ delay), now), interval: step,
      expectingNext: MediaTime(nanoseconds: line.place &+ (lateness.base ?? 0)))
  }

  /// With the sound, when it is known and believable. While it comes to the delay that it was asked for,
  /// pictures may be a little later than it, rather than stand still until it is there.
  private var target: Int64 {
    let base = lateness.base ?? 0
    let alone = base &+ lateness.delay.nanoseconds
    guard let wallClock = line.wallClock, let offset = sound.offset else { return alone }
    let together = wallClock &+ offset
    let (beyond, overflow) = together.subtractingReportingOverflow(base)
    guard !overflow, beyond.magnitude < Self.largestOffset else { return alone }
    guard alone &- together < Self.hopelessLag else { return alone }
    guard soundDelay.isBehind else { return together }
    return max(together, min(alone, together + Self.largestLag))
  }

  private func delay(towards target: Int64, after step: Int64) -> Int64 {
    guard let delay else { return target }
    let (error, overflow) = target.subtractingReportingOverflow(delay)
    guard !overflow, error.magnitude < Self.largestCorrection else { return target }
    let most = Int64(Double(max(step, 0)) * Self.correction)
    return delay + min(max(error, -most), most)
  }

  /// When the next picture is to be shown. May become earlier when another one arrives.
  package var deadline: MediaTime? { queue.deadline }

  /// The picture to be shown now; nil when the one that is shown stays.
  package mutating func next(at now: MediaTime) -> Picture? { queue.next(at: now) }
}
