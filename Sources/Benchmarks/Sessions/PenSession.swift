internal import Strokes

/// The session that the benchmarks record: a pen of 240 Hz that writes two seconds of every five,
/// line after line, on 1 920 × 1 080; a full page is cleared. Made piece by piece, so that ten hours
/// need no more memory than one minute.
struct PenSession: Sequence, IteratorProtocol {
  static let header = BoardHeader(canvasWidth: 1_920, canvasHeight: 1_080)
  private static let words = [
    "energy", "is", "never", "lost", "it", "only", "changes", "form", "from", "heat", "to", "work",
    "and", "back", "again",
  ]

  private var script: SessionScript
  private var pending: [BoardEvent] = []
  private var next_ = 0
  private var x = 60.0
  private var y = 110.0
  private var word = 0
  private let end: Double
  private let activity: Double
  private var isOver = false
  private var written = 0.0

  /// - Parameters:
  ///   - seconds: length of the session.
  ///   - activity: share of the time in which the pen is down.
  init(seconds: Double, activity: Double = 0.4, seed: UInt64 = 7) {
    script = SessionScript(seed: seed)
    end = seconds
    self.activity = activity
  }

  mutating func next() -> BoardEvent? {
    while next_ == pending.count {
      if isOver { return nil }
      compose()
    }
    defer { next_ += 1 }
    return pending[next_]
  }

  private mutating func compose() {
    next_ = 0
    let begin = script.seconds
    if begin >= end {
      isOver = true
      script.send(.left)
      pending = script.takeEvents()
      return
    }
    let colours = [SampleSessions.ink, SampleSessions.blue, SampleSessions.red]
    let colour = colours[word / 11 % 3]
    x = script.write(
      Self.words[word % Self.words.count] + " ", x: x, y: y, size: 34, colour: colour, width: 3)
    if word % 23 == 22 {
      script.stroke(
        [(x - 190, y - 10), (x - 90, y - 14), (x - 20, y - 9)], .marker,
        colour: SampleSessions.yellow, width: 30)
    }
    word += 1
    if x > 1_720 { (x, y) = (60, y + 58) }
    if y > 1_020 {
      y = 110
      script.send(.cleared(script.newID()))
    }
    script.forgetPlaces()
    pending = script.takeEvents()
    rest(since: begin)
  }

  /// Waits until the pen has been down for no more than its share of the session.
  private mutating func rest(since begin: Double) {
    for event in pending {
      if case .strokePoints(_, let points) = event.action { written += Double(points.count) / 240 }
    }
    script.wait(until: written / activity)
  }
}
