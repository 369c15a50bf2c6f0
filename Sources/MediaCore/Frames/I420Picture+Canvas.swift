package import Strokes

extension I420Picture {
  /// Brings the damaged blocks up to what the canvas shows.
  package mutating func take(_ blocks: BlockMap, of canvas: Canvas) {
    guard !blocks.isEmpty else { return }
    ColourConverter.convert(
      blocks, of: canvas.pixels.span, stride: Int(canvas.width) * 4, into: &self)
  }
}
