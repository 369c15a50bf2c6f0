/// Writes macroblocks of the background in the midst of others like them.
///
/// The tables of a frame serve the next as long as the chances in its header are the same, as they
/// are while little changes.
struct VP8BackgroundTables: Sendable {
  private(set) var background = VP8Prediction.intra(luma: .dc, chroma: .dc)
  /// The background as a neighbour.
  private(set) var common = VP8ModeWriter.Neighbour.outside
  private var writer: VP8ModeWriter?

  /// In the first row and in all others.
  private var runs: [VP8BoolRun?] = [nil, nil]
  /// Whether these are of this frame.
  private var areCurrent = [false, false]
  /// The first macroblock of a row below the first, and one table for all of such a row.
  private var first = VP8BoolRecord()
  private var wholeRow: VP8BoolTable?
  private var isRowCurrent = false

  /// Before each frame.
  mutating func begin(
    _ background: VP8Prediction, _ common: VP8ModeWriter.Neighbour, _ writer: VP8ModeWriter
  ) {
    self.background = background
    self.common = common
    self.writer = writer
    areCurrent = [false, false]
    isRowCurrent = false
  }

  /// Columns that have background at their left, above, and in between; in the first row at their
  /// left. A vector of the background has to be a candidate there as it is.
  mutating func write(
    _ columns: Range<Int>, row: Int, to coder: inout VP8BoolEncoder
  ) throws(VP8FrameError) {
    guard let column = columns.first else { return }
    coder.write(try run(column: column, row: row), times: columns.count)
  }

  /// A whole row below the first, where all above it is background too.
  mutating func writeRow(
    _ row: Int, to coder: inout VP8BoolEncoder
  ) throws(VP8FrameError) {
    if !isRowCurrent { try updateRow(row) }
    if let table = wholeRow {
      coder.write(table)
      return
    }
    first.replay(to: &coder)
    guard let columns = writer?.columns, columns > 1 else { return }
    coder.write(try run(column: 1, row: row), times: columns - 1)
  }

  private mutating func updateRow(_ row: Int) throws(VP8FrameError) {
    guard let writer else { return }
    isRowCurrent = true
    var record = VP8BoolRecord()
    try writer.write(
      VP8Macroblock(column: 0, row: Int32(row), prediction: background), skips: true,
      above: common, left: .outside, aboveLeft: .outside, to: &record)
    let old = runs[1]?.record
    let run = try run(column: min(1, writer.columns - 1), row: row)
    if record == first && run.record == old && wholeRow != nil { return }
    first = record
    wholeRow = run.table(after: first, times: writer.columns - 1)
  }

  private mutating func run(column: Int, row: Int) throws(VP8FrameError) -> VP8BoolRun {
    let kind = row == 0 ? 0 : 1
    if areCurrent[kind], let run = runs[kind] { return run }
    let upper = row == 0 ? VP8ModeWriter.Neighbour.outside : common
    var record = VP8BoolRecord()
    try writer?.write(
      VP8Macroblock(column: Int32(column), row: Int32(row), prediction: background), skips: true,
      above: upper, left: common, aboveLeft: upper, to: &record)
    areCurrent[kind] = true
    if let run = runs[kind], run.record == record { return run }
    let run = VP8BoolRun(record)
    runs[kind] = run
    return run
  }
}
