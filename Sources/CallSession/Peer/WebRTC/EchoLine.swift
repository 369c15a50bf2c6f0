package import MediaCore

/// What a peer sends, on its way back to it.
///
/// It stays here for so long that a person tells the echo from their own voice. What was lost or late on the
/// way here is so on the way back: the peer learns what others get of it.
package struct EchoLine: Sendable {
  enum Item: Equatable, Sendable {
    case sound(payload: [UInt8], level: UInt8?)
    case picture(frame: [UInt8], isKeyFrame: Bool)
  }

  /// What leaves now.
  struct Departure: Equatable, Sendable {
    var item: Item
    /// Of the sender's clock.
    var ticks: Int64
    /// When it was captured, as if that had been here and now: of sound and pictures alike.
    var captured: MediaTime
  }

  private struct Waiting {
    var due: MediaTime
    var departure: Departure
    /// Frames that came after it found no room.
    var isBeforeGap = false
  }

  package let delay: MediaTime
  private var waiting: [Waiting] = []
  private var bytes = 0
  /// Of each lane: its first ticks, and when they are to leave.
  private var anchors: [MediaLane: (ticks: Int64, time: MediaTime)] = [:]
  /// Of the sound that has left last.
  private var lastSound = Int64.min
  /// Frames are left out until one that needs none before it.
  private var needsKeyFrame = false
  private var nextWish = MediaTime.zero

  /// What one peer may have under way here; more is lost. A second of pictures and of Opus' shortest packets is
  /// less than half of that.
  private static let mostBytes = 4_000_000
  private static let mostItems = 1_000
  /// Between two wishes for a key frame: one takes so long to come round.
  private var wishInterval: MediaTime { delay + MediaTime(milliseconds: 500) }
  private static let mostTicks: Int64 = 1 << 40
  private static let longestJump = MediaTime(milliseconds: 5_000)

  /// How long a server keeps what comes.
  package static let usualDelay = MediaTime(milliseconds: 1_000)

  package init(delay: MediaTime = usualDelay) {
    self.delay = delay
  }

  /// When something leaves; nil when nothing is under way.
  var deadline: MediaTime? { waiting.first?.due }

  /// Takes what came.
  mutating func take(_ event: ReceivedEvent, at now: MediaTime) {
    switch event {
    case .sound(let sound, let timestamp, _):
      add(
        .sound(payload: sound.payload, level: sound.level), .sound, timestamp.rawValue, at: now)
    case .frame(let frame, let timestamp, _):
      add(
        .picture(frame: frame.bytes, isKeyFrame: frame.isKeyFrame), .video, timestamp.rawValue,
        at: now)
    case .clockSet, .alive, .ended: return
    }
  }

  private mutating func add(
    _ item: Item, _ lane: MediaLane, _ ticks: Int64, at now: MediaTime
  ) {
    guard bytes < Self.mostBytes, waiting.count < Self.mostItems else {
      if lane == .video { waiting[waiting.count - 1].isBeforeGap = true }
      return
    }
    let due = now + delay
    let captured = time(of: ticks, lane, due: due)
    var place = waiting.count
    if lane == .sound {
      guard let inOrder = placeOfSound(ticks) else { return }
      place = inOrder
    }
    bytes += item.size
    waiting.insert(
      Waiting(
        due: place < waiting.count ? waiting[place].due : due,
        departure: Departure(item: item, ticks: ticks, captured: captured)), at: place)
  }

  /// Sound may come out of order; it leaves in order, and once. Nil when it is too late for that.
  private func placeOfSound(_ ticks: Int64) -> Int? {
    guard ticks > lastSound else { return nil }
    var place = waiting.count
    for index in waiting.indices.reversed() {
      guard case .sound = waiting[index].departure.item else { continue }
      if waiting[index].departure.ticks == ticks { return nil }
      if waiting[index].departure.ticks < ticks { break }
      place = index
    }
    return place
  }

  /// Ticks as a time here. A sender whose clock jumps is begun anew with.
  private mutating func time(
    of ticks: Int64, _ lane: MediaLane, due: MediaTime
  ) -> MediaTime {
    if let anchor = anchors[lane] {
      let (passed, isTooFar) = ticks.subtractingReportingOverflow(anchor.ticks)
      if !isTooFar, abs(passed) < Self.mostTicks {
        let time = anchor.time + MediaTime(count: passed, rate: lane.clockRate)
        if abs((time - due).nanoseconds) < Self.longestJump.nanoseconds { return time }
      }
      if lane == .sound { forgetSound() }
    }
    anchors[lane] = (ticks, due)
    return due
  }

  /// What waits counts by a clock that is there no more.
  private mutating func forgetSound() {
    lastSound = .min
    for entry in waiting {
      guard case .sound = entry.departure.item else { continue }
      bytes -= entry.departure.item.size
      if entry.isBeforeGap { needsKeyFrame = true }
    }
    waiting.removeAll { if case .sound = $0.departure.item { true } else { false } }
  }

  /// Takes what leaves now; nil when nothing does.
  ///
  /// - Parameter isFull: the way back carries no pictures now: they are left out.
  mutating func next(at now: MediaTime, isFull: Bool) -> Departure? {
    while let first = waiting.first, first.due <= now {
      waiting.removeFirst()
      bytes -= first.departure.item.size
      switch first.departure.item {
      case .sound: lastSound = first.departure.ticks
      case .picture(_, let isKeyFrame):
        if isFull { needsKeyFrame = true }
        if isKeyFrame, !isFull { needsKeyFrame = false }
        if needsKeyFrame { continue }
      }
      if first.isBeforeGap { needsKeyFrame = true }
      return first.departure
    }
    return nil
  }
}

extension EchoLine {
  /// The peer cannot go on with the pictures that come back.
  mutating func wantKeyFrame() { needsKeyFrame = true }

  /// Whether a key frame is to be asked of the peer now.
  mutating func takeKeyFrameWish(at now: MediaTime) -> Bool {
    guard needsKeyFrame, now >= nextWish else { return false }
    nextWish = now + wishInterval
    return true
  }
}

extension EchoLine.Item {
  fileprivate var size: Int {
    switch self {
    case .sound(let payload, _): payload.count
    case .picture(let frame, _): frame.count
    }
  }
}
