internal import Strokes

/// A script whose pen is down for a share of the time: after each act it rests.
struct PacedScript {
  var script: SessionScript
  private(set) var events: [BoardEvent] = []
  private let activity: Double
  private var written = 0.0
  private var begin = 0.0

  init(seed: UInt64, activity: Double = 0.4) {
    script = SessionScript(seed: seed)
    self.activity = activity
  }

  var seconds: Double { script.seconds - begin }

  /// What was written so far lies there when the session begins.
  mutating func startNow() {
    for var event in script.takeEvents() {
      event.time = .zero
      events.append(event)
    }
    begin = script.seconds
  }

  /// Takes what was done since the last rest.
  mutating func rest() {
    let offset = Int64(begin * 10_000)
    for var event in script.takeEvents() {
      if case .strokePoints(_, let points) = event.action { written += Double(points.count) / 240 }
      event.time = BoardTime(ticks: event.time.ticks - offset)
      events.append(event)
    }
    script.wait(until: begin + written / activity)
  }

  mutating func wait(until second: Double) {
    script.wait(until: begin + second)
  }
}
