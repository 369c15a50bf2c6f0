/// Goes through the levels of a frame's coded macroblocks in their order, with the contexts that
/// decoders have there (RFC 6386, 13.3).
///
/// Only coded macroblocks are visited: all others are skipped with a Y2 block and leave nothing, so
/// a context counts when the macroblock it comes from was visited in this frame.
struct VP8BlockWalk: Sendable {
  /// For each column what its last visited macroblock left at its lower edge.
  private var contexts: [VP8BlockContext]
  /// The stamp of that macroblock's row.
  private var stamps: [Int]
  /// The stamp of the frame's first row: no row of any frame has that of another.
  private var firstStamp = 1
  private let rows: Int

  init(columns: Int32, rows: Int32) {
    self.rows = Int(rows)
    contexts = Array(repeating: VP8BlockContext(), count: Int(columns))
    stamps = Array(repeating: -1, count: Int(columns))
  }

  /// - Parameters:
  ///   - skips: for each macroblock whether it is without levels.
  ///   - row: called before the first macroblock of each row that has some.
  mutating func visit<Sink: VP8CodedBlockSink>(
    _ macroblocks: [VP8Macroblock], skips: [Bool], _ levels: VP8Levels, into sink: inout Sink,
    row startRow: (Int32, inout Sink) -> Void = { _, _ in }
  ) {
    var left = VP8BlockContext()
    var (lastColumn, lastRow) = (Int32(-2), Int32(-1))
    for index in 0..<macroblocks.count {
      let macroblock = macroblocks[index]
      let column = Int(macroblock.column)
      let stamp = firstStamp + Int(macroblock.row)
      if macroblock.row != lastRow {
        startRow(macroblock.row, &sink)
        lastRow = macroblock.row
        lastColumn = -2
      }
      if macroblock.column != lastColumn + 1 { left = VP8BlockContext() }
      lastColumn = macroblock.column

      var above = stamps[column] == stamp - 1 ? contexts[column] : VP8BlockContext()
      let hasY2 = macroblock.prediction.hasY2
      if let row = macroblock.levels, !skips[index] {
        VP8BlockContext.visit(
          levels, row: Int(row), hasY2: hasY2, above: &above, left: &left, into: &sink)
      } else {
        above = above.afterSkipping(hasY2: hasY2)
        left = left.afterSkipping(hasY2: hasY2)
      }
      contexts[column] = above
      stamps[column] = stamp
    }
    firstStamp += rows + 1
  }
}
