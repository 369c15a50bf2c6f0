/// How far candidates may point at a place in a frame: the block may lie at most 16 pixels outside
/// (RFC 6386, 16.3). Quarter samples.
struct VP8MotionLimits: Equatable, Sendable {
  var rows: ClosedRange<Int>
  var columns: ClosedRange<Int>

  /// - Parameters: a macroblock's position, and how many of them a frame has.
  init(column: Int, row: Int, columns: Int, rows: Int) {
    self.rows = (-64 * (row + 1))...(64 * (rows - row))
    self.columns = (-64 * (column + 1))...(64 * (columns - column))
  }

  func contains(_ vector: VP8MotionVector) -> Bool {
    rows.contains(Int(vector.row)) && columns.contains(Int(vector.column))
  }

  func clamp(_ vector: VP8MotionVector) -> VP8MotionVector {
    VP8MotionVector(
      row: Int16(clamping: min(max(Int(vector.row), rows.lowerBound), rows.upperBound)),
      column: Int16(
        clamping: min(max(Int(vector.column), columns.lowerBound), columns.upperBound)))
  }

  /// The columns of a row in which a vector needs no clamping.
  static func columns(
    within columns: Int, row: Int, rows: Int, holding vector: VP8MotionVector
  ) -> Range<Int> {
    let limits = VP8MotionLimits(column: 0, row: row, columns: columns, rows: rows)
    guard limits.rows.contains(Int(vector.row)) else { return 0..<0 }
    let column = Int(vector.column)
    // −64 · (c + 1) ≤ column ≤ 64 · (columns − c)
    let first = max((-column + 63) / 64 - 1, 0)
    let last = column > 0 ? columns - (column + 63) / 64 : columns - 1
    return first <= last ? first..<min(last + 1, columns) : 0..<0
  }
}
