internal import MediaCore
internal import Strokes

/// The sessions on which recorders are compared, as events and as raw frames.
enum MeasuredSession: String, CaseIterable {
  /// A pen that writes 40 % of the time.
  case writing
  /// All seven inks, the pen down 40 % of the time.
  case inks
  /// The same page under a view that never stops moving: every block of every frame changes.
  case moving

  static let width: Int32 = 1_920
  static let height: Int32 = 1_080
  static let rate: Int64 = 30

  func events(seconds: Double) -> [BoardEvent] {
    switch self {
    case .writing: return Array(PenSession(seconds: seconds))
    case .inks: return Array(InkSession(seconds: seconds))
    case .moving: return Self.movingEvents(seconds: seconds)
    }
  }

  private static func movingEvents(seconds: Double) -> [BoardEvent] {
    // A full page, written before the session begins.
    var events = Array(PenSession(seconds: 760))
    for index in events.indices { events[index].time = .zero }
    for frame in 0..<Int64(seconds * Double(rate)) {
      // A slow drift with a zoom that comes and goes, never twice at the same place.
      let share = Double(frame % 240) / 240
      let zoom = 1 + 0.5 * (share < 0.5 ? share : 1 - share)
      events.append(
        BoardEvent(
          sequence: UInt64(events.count + 1),
          time: BoardTime(ticks: frame * BoardTime.ticksPerSecond / rate),
          author: AuthorID(1),
          action: .viewMoved(
            Viewport(scale: zoom, offsetX: -Double(frame) * 0.37, offsetY: -Double(frame) * 0.21))))
    }
    return events
  }

  /// Renders the session frame by frame, as a recorder of `rate` frames a second sees it.
  func forEachFrame(
    seconds: Double, _ body: (_ frame: Int64, Canvas, Damage) throws(MediaError) -> Void
  ) throws(MediaError) {
    let events = events(seconds: seconds)
    let renderer = BoardRenderer(
      header: PenSession.header, width: Self.width, height: Self.height, viewport: .identity)
    var next = 0
    for frame in 0..<Int64(seconds * Double(Self.rate)) {
      let instant = MediaTime(count: frame, rate: Self.rate)
      while next < events.count, MediaTime(events[next].time) <= instant {
        renderer.apply(events[next])
        if case .viewMoved(let viewport) = events[next].action { renderer.show(viewport) }
        next += 1
      }
      let damage = renderer.render()
      try body(frame, renderer.canvas, damage)
    }
  }
}
