internal import MediaCore
internal import Strokes

/// A board on which somebody writes without an end, on a grid of 30 frames a second.
struct PlayedSession {
  private let renderer: BoardRenderer
  private let events: [BoardEvent]
  private var next = 0
  private var frame: Int64 = 0
  /// What the events' times are before.
  private let origin: MediaTime

  /// - Parameters:
  ///   - written: seconds of writing that are there at the beginning.
  ///   - seconds: of what is written from then on.
  init(written: Double, seconds: Double) {
    events = Array(PenSession(seconds: written + seconds))
    origin = MediaTime(nanoseconds: Int64(written * 1e9))
    renderer = BoardRenderer(
      header: PenSession.header, width: MeasuredSession.width, height: MeasuredSession.height,
      viewport: .identity, backdrop: .white)
  }

  /// As `LiveSource.draw`.
  mutating func draw(at now: MediaTime, into picture: inout I420Picture) -> LiveChange? {
    let due = MediaTime(count: frame, rate: MeasuredSession.rate)
    guard due <= now else { return nil }
    while next < events.count, MediaTime(events[next].time) - origin <= now {
      renderer.apply(events[next])
      next += 1
    }
    var blocks = renderer.render().blocks
    if frame == 0 { blocks.insertAll() }
    while MediaTime(count: frame, rate: MeasuredSession.rate) <= now { frame += 1 }
    guard !blocks.isEmpty else { return nil }
    let pixels = renderer.canvas.pixels
    ColourConverter.convert(
      blocks, of: pixels.span, stride: Int(picture.width) * 4, into: &picture)
    return LiveChange(blocks: blocks, time: due)
  }
}
