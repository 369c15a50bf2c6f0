internal import MediaCore
internal import Strokes

/// Ink alone, to be counted: run under callgrind with two numbers of frames, the difference is what
/// the frames between them cost.
enum Kernels {
  enum Step: String {
    /// The session is made, and nothing done with it: what drawing is compared with.
    case events
    case ink
  }

  /// Draws so many frames of a session in which `ink` alone is used and the pen is hardly ever up.
  ///
  /// - Returns: blocks that were damaged.
  static func run(_ step: Step, frames: Int64, ink: InkKind) -> Int {
    let seconds = Double(frames) / Double(MeasuredSession.rate)
    let events = Array(InkSession(seconds: seconds, only: ink, activity: 0.9))
    let renderer = BoardRenderer(
      header: PenSession.header, width: MeasuredSession.width, height: MeasuredSession.height,
      viewport: .identity)
    _ = renderer.render()
    guard step == .ink else { return 0 }
    var (next, blocks) = (0, 0)
    for frame in 0..<frames {
      let instant = MediaTime(count: frame, rate: MeasuredSession.rate)
      while next < events.count, MediaTime(events[next].time) <= instant {
        renderer.apply(events[next])
        next += 1
      }
      blocks += renderer.render().blocks.count
    }
    return blocks
  }
}
