/// What the macroblocks above and at the left leave to one: the contexts of its modes (RFC 6386,
/// 11.3) and of its levels (13.3).
struct VP8Surroundings: Equatable, Sendable {
  struct Side: Equatable, Sendable {
    var modes = InlineSubblockModes()
    var blocks = VP8BlockContext()
  }

  var above = Side()
  var left = Side()

  /// Both sides become what a macroblock of these modes leaves.
  mutating func note(_ prediction: VP8Prediction) {
    above.modes = VP8ModeWriter.Neighbour(prediction).modes
    left.modes = above.modes
  }

  /// Both sides become what a macroblock without levels leaves.
  mutating func skip(hasY2: Bool) {
    above.blocks = above.blocks.afterSkipping(hasY2: hasY2)
    left.blocks = left.blocks.afterSkipping(hasY2: hasY2)
  }
}
