internal import MediaCore
internal import Strokes

/// The three steps from ink to bytes, each to be counted alone: run under callgrind with two numbers
/// of frames, the difference is what the frames between them cost.
enum Kernels {
  enum Step: String {
    /// Everything that the later steps need, and no work: what the others are compared with.
    case events
    case ink
    case convert
    case encode
  }

  /// Does the first steps up to `step` for so many frames of the writing session, or of one in which
  /// `ink` alone is used and the pen is hardly ever up.
  ///
  /// - Returns: blocks that were damaged.
  static func run(_ step: Step, frames: Int64, ink: InkKind? = nil) throws(MediaError) -> Int {
    let seconds = Double(frames) / Double(MeasuredSession.rate)
    let events =
      ink.map { Array(InkSession(seconds: seconds, only: $0, activity: 0.9)) }
      ?? MeasuredSession.writing.events(seconds: seconds)
    let (width, height) = (MeasuredSession.width, MeasuredSession.height)
    let renderer = BoardRenderer(
      header: PenSession.header, width: width, height: height, viewport: .identity)
    _ = renderer.render()
    var picture = I420Picture(width: width, height: height)
    var encoder = try makeEncoder()
    var (next, blocks) = (0, 0)
    for frame in 0..<frames {
      let instant = MediaTime(count: frame, rate: MeasuredSession.rate)
      while next < events.count, MediaTime(events[next].time) <= instant {
        if step != .events { renderer.apply(events[next]) }
        next += 1
      }
      guard step != .events else { continue }
      let damage = renderer.render()
      blocks += damage.blocks.count
      guard step != .ink, !damage.blocks.isEmpty else { continue }
      ColourConverter.convert(
        damage.blocks, of: renderer.canvas.pixels.span, stride: Int(width) * 4, into: &picture)
      guard step == .encode else { continue }
      do throws(VideoEncoderError) {
        _ = try encoder.encode(
          picture, EncodeRequest(time: instant, blocks: damage.blocks, hint: damage.hint))
      } catch {
        throw MediaError(.codecFailed, "a frame does not encode")
      }
    }
    return blocks
  }

  private static func makeEncoder() throws(MediaError) -> VPXEncoder {
    do throws(VideoEncoderError) {
      return try VPXEncoder(
        width: MeasuredSession.width, height: MeasuredSession.height, settings: VPXSettings())
    } catch {
      throw MediaError(.codecFailed, "libvpx's encoder does not start")
    }
  }
}
