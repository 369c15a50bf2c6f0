package import Strokes

/// Blocks of a map that lie side by side in one row.
package struct BlockRun: Equatable, Sendable {
  package var row: Int
  package var column: Int
  package var count: Int
}

extension BlockMap {
  /// The blocks as runs in raster order: one call of a library instead of one a block.
  package var runs: [BlockRun] {
    var runs: [BlockRun] = []
    let width = Int(columns)
    forEach { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: width)
      if let last = runs.last, last.row == row, last.column + last.count == column {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(BlockRun(row: row, column: column, count: 1))
      }
    }
    return runs
  }
}
