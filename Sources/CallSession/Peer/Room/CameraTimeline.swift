import MediaCore

/// Puts a camera's frames into session time, where its sound is put by the mixing: so that whoever gets the
/// mix and the camera from the room can lay them side by side.
///
/// By the sender's reports a frame was captured at some wall-clock time, and the sound that was captured then
/// is in the mix at a session time that is known. Before that is so, the quickest frame says how late
/// frames are. From one to the other it goes by small steps.
struct CameraTimeline: Sendable {
  /// Nanoseconds from the sender's wall clock to session time, by its sound.
  private var soundOffset: Double?
  /// Nanoseconds from the frames' own time to session time, as it is now.
  private var offset: Double?
  private var isBySound = false
  /// By the quickest frames.
  private var quickest: (offset: Double, time: MediaTime)?
  private var last: MediaTime?

  /// What a new measurement counts, 50 of which come a second.
  private static let weight = 1.0 / 32
  /// Off by more, it is another clock: nanoseconds.
  private static let jump = 150e6
  /// Of what is off, this goes with each frame, 2 ms at most.
  private static let step = 0.1
  private static let largestStep = 2e6
  /// What the quickest frame's delay may grow: a part of time.
  private static let leak = 1e-3
  private static let shortest = MediaTime(milliseconds: 1)

  /// Sound that was captured at a wall-clock time, nanoseconds since 1970, is in the mix at a session time.
  mutating func note(captured: Int64, mixedAt time: MediaTime) {
    let measured = Double(time.nanoseconds &- captured)
    guard let known = soundOffset, abs(measured - known) < Self.jump else {
      soundOffset = measured
      return
    }
    soundOffset = known + (measured - known) * Self.weight
  }

  /// When a frame belongs into the session. Rises.
  ///
  /// - Parameters:
  ///   - timestamp: of the frame, extended, at 90 kHz.
  ///   - captured: nanoseconds since 1970 on the sender's clock; nil before its first report.
  mutating func time(
    of timestamp: RTPTimestamp, captured: Int64?, arrival now: MediaTime
  ) -> MediaTime {
    let own = Double(timestamp.rawValue) / 90_000 * 1e9
    note(arrival: Double(now.nanoseconds) - own, at: now)
    var aim = quickest?.offset ?? 0
    var hasSound = false
    if let captured, let soundOffset {
      aim = Double(captured) + soundOffset - own
      hasSound = true
    }
    if let offset, isBySound == hasSound || isBySound, abs(aim - offset) < Self.jump {
      let change = (aim - offset) * Self.step
      self.offset = offset + min(max(change, -Self.largestStep), Self.largestStep)
    } else {
      offset = aim
    }
    isBySound = hasSound
    let place = own + (offset ?? 0)
    // No camera is a day away from the room.
    let limits = Double(now.nanoseconds) - 86_400e9...Double(now.nanoseconds) + 86_400e9
    var time = MediaTime(
      nanoseconds: Int64(min(max(place, limits.lowerBound), limits.upperBound)))
    if let last { time = max(time, last + Self.shortest) }
    last = time
    return time
  }

  private mutating func note(arrival: Double, at now: MediaTime) {
    guard let known = quickest, abs(arrival - known.offset) < 1e10 else {
      quickest = (arrival, now)
      return
    }
    let grown = known.offset + Double((now - known.time).nanoseconds) * Self.leak
    quickest = (min(arrival, grown), now)
  }
}
