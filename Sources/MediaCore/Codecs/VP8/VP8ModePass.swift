/// Writes the records of all macroblocks of a frame, most of which say that nothing changed
/// (RFC 6386, 19.3).
///
/// Where a macroblock's neighbours are like the background and so is it, its record is always the
/// same: such stretches of a row are written by tables. All others are written bool by bool: those
/// that are named, those in the first column, and those beside or below macroblocks that are
/// predicted within the frame or moved otherwise.
struct VP8ModePass: Sendable {
  private typealias Neighbour = VP8ModeWriter.Neighbour

  private var tables = VP8BackgroundTables()
  /// Named macroblocks of the row above and of this one, each with the stamp of its row.
  private var neighbours: [[(stamp: Int, neighbour: VP8ModeWriter.Neighbour)]]
  /// The stamp of the frame's first row: no row of any frame has that of another.
  private var firstStamp = 1
  /// Columns of the row above and of this one whose macroblocks give their neighbours other
  /// contexts than the background does.
  private var differing: [VP8ColumnSet]
  /// Columns of this row to be written bool by bool.
  private var apart: VP8ColumnSet

  init(columns: Int) {
    neighbours = Array(
      repeating: Array(repeating: (0, Neighbour.outside), count: columns), count: 2)
    differing = Array(repeating: VP8ColumnSet(columns: columns), count: 2)
    apart = VP8ColumnSet(columns: columns)
  }

  /// - Parameters:
  ///   - macroblocks: those that are not like the background, in raster order.
  ///   - skips: for each of them whether it is without levels.
  ///   - usesRuns: false writes all bool by bool; the bytes are the same.
  mutating func write(
    _ macroblocks: [VP8Macroblock], skips: [Bool], background: VP8Prediction,
    _ writer: VP8ModeWriter, usesRuns: Bool, to coder: inout VP8BoolEncoder
  ) throws(VP8FrameError) {
    let common = Neighbour(background)
    tables.begin(background, common, writer)
    for parity in 0..<2 { differing[parity].removeAll() }
    var index = 0
    for row in 0..<writer.rows {
      let first = index
      while index < macroblocks.count && Int(macroblocks[index].row) == row {
        let column = Int(macroblocks[index].column)
        let neighbour = Neighbour(macroblocks[index].prediction)
        neighbours[row & 1][column] = (firstStamp + row, neighbour)
        if neighbour != common { differing[row & 1].insert(column) }
        index += 1
      }
      let above = (row + 1) & 1
      let within = usesRuns ? columns(writer, row, common) : 0..<0
      if first == index && row > 0 && differing[above].isEmpty
        && within.count == writer.columns
      {
        try tables.writeRow(row, to: &coder)
        continue
      }
      separate(macroblocks, first..<index, row, within, writer)
      differing[above].removeAll()
      try write(macroblocks, skips, first..<index, row, writer, to: &coder)
    }
    firstStamp += writer.rows + 1
  }

  /// The columns in which the background's vector is not clamped as a candidate.
  private func columns(
    _ writer: VP8ModeWriter, _ row: Int, _ common: VP8ModeWriter.Neighbour
  ) -> Range<Int> {
    guard let vector = common.vector, vector != .zero else { return 0..<writer.columns }
    return VP8MotionLimits.columns(
      within: writer.columns, row: row, rows: writer.rows, holding: vector)
  }

  /// Finds the columns to be written bool by bool.
  private mutating func separate(
    _ macroblocks: [VP8Macroblock], _ named: Range<Int>, _ row: Int, _ within: Range<Int>,
    _ writer: VP8ModeWriter
  ) {
    apart.removeAll()
    if !writer.isKeyFrame {
      // The first column has no neighbours at its left.
      apart.insert(0)
      apart.formUnion(differing[(row + 1) & 1])
      apart.formUnion(rightOf: differing[(row + 1) & 1])
      apart.formUnion(rightOf: differing[row & 1])
    }
    for index in named { apart.insert(Int(macroblocks[index].column)) }
    if within.count < writer.columns {
      for column in 0..<writer.columns where !within.contains(column) { apart.insert(column) }
    }
  }

  private mutating func write(
    _ macroblocks: [VP8Macroblock], _ skips: [Bool], _ named: Range<Int>, _ row: Int,
    _ writer: VP8ModeWriter, to coder: inout VP8BoolEncoder
  ) throws(VP8FrameError) {
    var index = named.lowerBound
    var next = 0
    for word in 0..<apart.words.count {
      var bits = apart.words[word]
      while bits != 0 {
        let column = word << 6 + bits.trailingZeroBitCount
        bits &= bits - 1
        if column >= writer.columns { break }
        try tables.write(next..<column, row: row, to: &coder)
        next = column + 1
        let isNamed =
          index < named.upperBound && Int(macroblocks[index].column) == column
        let macroblock =
          isNamed
          ? macroblocks[index]
          : VP8Macroblock(
            column: Int32(column), row: Int32(row), prediction: tables.background)
        try writer.write(
          macroblock, skips: isNamed ? skips[index] : true, above: neighbour(column, row - 1),
          left: neighbour(column - 1, row), aboveLeft: neighbour(column - 1, row - 1), to: &coder)
        if isNamed { index += 1 }
      }
    }
    try tables.write(next..<writer.columns, row: row, to: &coder)
  }

  private func neighbour(_ column: Int, _ row: Int) -> VP8ModeWriter.Neighbour {
    if column < 0 || row < 0 { return .outside }
    let entry = neighbours[row & 1][column]
    return entry.stamp == firstStamp + row ? entry.neighbour : tables.common
  }
}
