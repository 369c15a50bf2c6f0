/// Writes the records of all macroblocks of a frame, most of which say that nothing changed
/// (RFC 6386, 19.3).
///
/// Where a macroblock's neighbours are like the background and so is it, its record is always the
/// same: such stretches of a row are written by a table. All others are written bool by bool: those
/// that are named, those in the first column, and those beside or below macroblocks that are
/// predicted within the frame or moved otherwise.
struct VP8ModePass: Sendable {
  private typealias Neighbour = VP8ModeWriter.Neighbour

  /// The tables of the last frame's records, in the first row and in all others.
  private var runs: [VP8BoolRun?] = [nil, nil]
  /// Named macroblocks of the row above and of this one, with the row they were written for.
  private var neighbours: [[(row: Int, neighbour: VP8ModeWriter.Neighbour)]]
  /// Columns of the row above and of this one whose macroblocks give their neighbours other
  /// contexts than the background does.
  private var differing: [VP8ColumnSet]
  /// Columns of this row to be written bool by bool.
  private var apart: VP8ColumnSet

  /// Below this a stretch is not worth a table that is not there yet.
  private static let shortestRun = 8

  init(columns: Int) {
    neighbours = Array(
      repeating: Array(repeating: (-2, Neighbour.outside), count: columns), count: 2)
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
    forget()
    var index = 0
    for row in 0..<writer.rows {
      let first = index
      let this = row & 1
      while index < macroblocks.count && Int(macroblocks[index].row) == row {
        let column = Int(macroblocks[index].column)
        let neighbour = Neighbour(macroblocks[index].prediction)
        neighbours[this][column] = (row, neighbour)
        if neighbour != common { differing[this].insert(column) }
        index += 1
      }
      separate(macroblocks[first..<index], row, common, writer, usesRuns)
      try write(
        macroblocks, skips, from: first, row, background, common, writer, to: &coder)
    }
  }

  private mutating func forget() {
    for parity in 0..<2 {
      differing[parity].removeAll()
      for column in 0..<neighbours[parity].count { neighbours[parity][column].row = -2 }
    }
  }

  /// Finds the columns to be written bool by bool.
  private mutating func separate(
    _ named: ArraySlice<VP8Macroblock>, _ row: Int, _ common: VP8ModeWriter.Neighbour,
    _ writer: VP8ModeWriter, _ usesRuns: Bool
  ) {
    apart.removeAll()
    var within = 0..<writer.columns
    if !writer.isKeyFrame {
      // The first column has no neighbours at its left.
      apart.insert(0)
      apart.formUnion(differing[(row + 1) & 1])
      apart.formUnion(rightOf: differing[(row + 1) & 1])
      apart.formUnion(rightOf: differing[row & 1])
      if let vector = common.vector, vector != .zero {
        within = VP8MotionLimits.columns(
          within: writer.columns, row: row, rows: writer.rows, holding: vector)
      }
    }
    if !usesRuns { within = 0..<0 }
    for macroblock in named { apart.insert(Int(macroblock.column)) }
    if within.count < writer.columns {
      for column in 0..<writer.columns where !within.contains(column) { apart.insert(column) }
    }
    differing[(row + 1) & 1].removeAll()
  }

  private mutating func write(
    _ macroblocks: [VP8Macroblock], _ skips: [Bool], from first: Int, _ row: Int,
    _ background: VP8Prediction, _ common: VP8ModeWriter.Neighbour, _ writer: VP8ModeWriter,
    to coder: inout VP8BoolEncoder
  ) throws(VP8FrameError) {
    var index = first
    var next = 0
    for word in 0..<apart.words.count {
      var bits = apart.words[word]
      while bits != 0 {
        let column = word << 6 + bits.trailingZeroBitCount
        bits &= bits - 1
        if column >= writer.columns { break }
        try write(
          background, common, writer, columns: next..<column, row: row, to: &coder)
        next = column + 1
        let isNamed =
          index < macroblocks.count && Int(macroblocks[index].row) == row
          && Int(macroblocks[index].column) == column
        let macroblock =
          isNamed
          ? macroblocks[index]
          : VP8Macroblock(column: Int32(column), row: Int32(row), prediction: background)
        try writer.write(
          macroblock, skips: isNamed ? skips[index] : true,
          above: neighbour(column, row - 1, common), left: neighbour(column - 1, row, common),
          aboveLeft: neighbour(column - 1, row - 1, common), to: &coder)
        if isNamed { index += 1 }
      }
    }
    try write(
      background, common, writer, columns: next..<writer.columns, row: row, to: &coder)
  }

  private func neighbour(
    _ column: Int, _ row: Int, _ common: VP8ModeWriter.Neighbour
  ) -> VP8ModeWriter.Neighbour {
    if column < 0 || row < 0 { return .outside }
    let entry = neighbours[row & 1][column]
    return entry.row == row ? entry.neighbour : common
  }

  /// A stretch of background in the midst of background.
  private mutating func write(
    _ background: VP8Prediction, _ common: VP8ModeWriter.Neighbour, _ writer: VP8ModeWriter,
    columns: Range<Int>, row: Int, to coder: inout VP8BoolEncoder
  ) throws(VP8FrameError) {
    guard let column = columns.first else { return }
    let upper = row == 0 ? Neighbour.outside : common
    let kind = row == 0 ? 0 : 1
    var record = VP8BoolRecord()
    try writer.write(
      VP8Macroblock(column: Int32(column), row: Int32(row), prediction: background), skips: true,
      above: upper, left: common, aboveLeft: upper, to: &record)
    if let run = runs[kind], run.record == record {
      coder.write(run, times: columns.count)
    } else if columns.count < Self.shortestRun {
      for _ in columns { record.replay(to: &coder) }
    } else {
      let run = VP8BoolRun(record)
      runs[kind] = run
      coder.write(run, times: columns.count)
    }
  }
}
