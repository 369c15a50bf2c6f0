/// A block of 4×4 levels on its way into a token partition (RFC 6386, 13).
struct VP8CodedBlock {
  /// Where its 16 levels begin in `VP8Levels.values`.
  var offset: Int
  /// 1 when its DC travels in the Y2 block, else 0.
  var first: Int
  /// One past the position of its last level that is not zero; at most `first` when there is none.
  var end: Int
  /// The kind of block, as `VP8CoefficientProbabilities` counts them.
  var plane: Int
  /// How many of the blocks above and at the left have levels.
  var context: Int

  var hasLevels: Bool { end > first }
}

/// What is done with the blocks of a frame in their order: writing, counting, estimating.
protocol VP8CodedBlockSink {
  mutating func take(_ block: VP8CodedBlock, of values: [Int16])
}
