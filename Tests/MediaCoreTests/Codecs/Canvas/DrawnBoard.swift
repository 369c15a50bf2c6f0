import Strokes
import TestSupport

@testable import MediaCore

/// A board that is drawn on by a test, and its picture as encoders take it.
final class DrawnBoard {
  let script: BoardScript
  private(set) var picture: I420Picture
  private let width: Int32
  private var milliseconds: Int64 = 0

  init(width: Int32, height: Int32, background: Background = .colour(.white)) {
    script = BoardScript(width: width, height: height, background: background)
    picture = I420Picture(width: width, height: height)
    self.width = width
  }

  /// What changed since the last call, as a request.
  func step() -> EncodeRequest {
    let damage = script.renderer.render()
    let pixels = script.renderer.canvas.pixels
    ColourConverter.convert(damage.blocks, of: pixels.span, stride: Int(width) * 4, into: &picture)
    milliseconds += 33
    return EncodeRequest(
      time: MediaTime(milliseconds: milliseconds), blocks: damage.blocks, hint: damage.hint)
  }
}

extension CanvasVP8Encoder {
  /// Codes what changed on a board.
  mutating func encode(_ board: DrawnBoard) throws(VideoEncoderError) -> EncodedFrame? {
    let request = board.step()
    return try encode(board.picture, request)
  }
}
