/// Draws sweeps into coverage layers.
///
/// A pixel's coverage is a function of the sweep and the pixel alone: no state runs along a row,
/// so any set of blocks, drawn in any order, gives the same bytes. The edge is one pixel wide: a
/// pixel whose centre lies d inside it is covered by 0.5 + d.
struct SweepRaster {
  let nib: NibShape
  /// Share of the half width over which coverage rises; at least a pixel.
  let softness: Float

  /// The nib in canvas directions: what `InkTraits.Nib` becomes under an item's transform.
  enum NibShape {
    case round
    /// Its edge is in the sweeps.
    case broad
    /// Unit vector of the long side, and height over length.
    case chisel(x: Float, y: Float, aspect: Float)
  }

  init(nib: NibShape, softness: Float = 0) {
    self.nib = nib
    self.softness = softness
  }

  /// How far a sweep's ink lies from its line.
  private func reach(of sweep: Sweep) -> Float {
    let widest = max(sweep.from.radius, sweep.to.radius)
    switch nib {
    case .round:
      return widest + 0.5
    case .broad:
      let (from, to) = (sweep.from, sweep.to)
      let first = from.edgeX * from.edgeX + from.edgeY * from.edgeY
      let last = to.edgeX * to.edgeX + to.edgeY * to.edgeY
      return widest + max(first, last).squareRoot() + 0.5
    case .chisel:
      // A chisel's corner reaches √(1 + aspect²) of the half width; 1.5 covers every aspect to 1.
      return widest * 1.5 + 0.5
    }
  }

  /// Visits the blocks that a sweep may touch.
  @inline(__always)
  func forEachBlock(
    of sweep: Sweep, columns: Int32, rows: Int32, _ body: (_ block: Int, Int32, Int32) -> Void
  ) {
    let reach = reach(of: sweep)
    let (start, end) = (sweep.from, sweep.to)
    let (left, right) = start.x < end.x ? (start.x, end.x) : (end.x, start.x)
    let (top, bottom) = start.y < end.y ? (start.y, end.y) : (end.y, start.y)
    let firstRow = Self.block(top - reach, below: rows)
    let lastRow = Self.block(bottom + reach, below: rows)
    let firstColumn = Self.block(left - reach, below: columns)
    let lastColumn = Self.block(right + reach, below: columns)
    guard bottom + reach >= 0, right + reach >= 0, top - reach < Float(rows) * 16,
      left - reach < Float(columns) * 16
    else { return }
    let isLong = lastRow - firstRow > 1 && lastColumn - firstColumn > 1
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    for row in firstRow...lastRow {
      var (from, to) = (firstColumn, lastColumn)
      if isLong, dy.magnitude > 1 {
        // Only the part of the line that passes this row of blocks, and the nib around it.
        let enter = (Float(row) * 16 - reach - start.y) / dy
        let leave = (Float(row) * 16 + 16 + reach - start.y) / dy
        let a = start.x + dx * Self.unit(enter)
        let b = start.x + dx * Self.unit(leave)
        from = Self.block((a < b ? a : b) - reach - 1, below: columns)
        to = Self.block((a < b ? b : a) + reach + 1, below: columns)
      }
      for column in from...to {
        let block = Int(row) * Int(columns) + Int(column)
        body(block, column, row)
      }
    }
  }

  @inline(__always)
  private static func block(_ position: Float, below count: Int32) -> Int32 {
    let (limit, index) = (Float(count - 1), position / 16)
    return Int32(index < 0 ? 0 : index > limit ? limit : index)
  }

  private static func unit(_ value: Float) -> Float {
    value < 0 ? 0 : value > 1 ? 1 : value
  }

  /// - Parameter wanted: blocks that are drawn; nil for all.
  func draw(_ sweep: Sweep, into layer: inout CoverageLayer, wanted: BlockMap? = nil) {
    switch nib {
    case .round:
      let swept = RoundSweep(sweep, softness: softness)
      draw(sweep, &layer, wanted) { swept.draw($0, $1, &$2) }
    case .broad:
      let swept = BroadSweep(sweep)
      draw(sweep, &layer, wanted) { swept.draw($0, $1, &$2) }
    case .chisel(let x, let y, let aspect):
      let swept = ChiselSweep(sweep, nibX: x, nibY: y, aspect: aspect)
      draw(sweep, &layer, wanted) { swept.draw($0, $1, &$2) }
    }
  }

  @inline(__always)
  private func draw(
    _ sweep: Sweep, _ layer: inout CoverageLayer, _ wanted: BlockMap?,
    _ body: (_ originX: Float, _ originY: Float, inout CoverageTile) -> Void
  ) {
    forEachBlock(of: sweep, columns: layer.columns, rows: layer.rows) { block, column, row in
      if let wanted, !wanted.contains(block) { return }
      layer.draw(in: block) { body(Float(column) * 16, Float(row) * 16, &$0) }
    }
  }
}
