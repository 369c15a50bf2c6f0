/// Draws sweeps into coverage layers.
///
/// A pixel's coverage is a function of the sweep and the pixel alone: no state runs along a row,
/// so any set of blocks, drawn in any order, gives the same bytes. The edge is one pixel wide: a
/// pixel whose centre lies d inside it is covered by 0.5 + d.
struct SweepRaster {
  let nib: NibShape
  /// Share of the half width over which coverage rises; at least a pixel.
  let softness: Float
  /// Blocks that are drawn; nil for all.
  let wanted: BlockMap?

  /// The nib in canvas directions: what `InkTraits.Nib` becomes under an item's transform.
  enum NibShape {
    case round
    /// Its edge is in the sweeps.
    case broad
    /// Unit vector of the long side, and height over length.
    case chisel(x: Float, y: Float, aspect: Float)
  }

  init(nib: NibShape, softness: Float = 0, wanted: BlockMap?) {
    self.nib = nib
    self.softness = softness
    self.wanted = wanted
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
        if let wanted, !wanted.contains(block) { continue }
        body(block, column, row)
      }
    }
  }

  private static func block(_ position: Float, below count: Int32) -> Int32 {
    let limit = Float(count - 1)
    let index = (position / 16).rounded(.down)
    return Int32(index < 0 ? 0 : index > limit ? limit : index)
  }

  private static func unit(_ value: Float) -> Float {
    value < 0 ? 0 : value > 1 ? 1 : value
  }

  func draw(_ sweep: Sweep, into layer: inout CoverageLayer) {
    let (columns, rows) = (layer.columns, layer.rows)
    switch nib {
    case .round:
      forEachBlock(of: sweep, columns: columns, rows: rows) { block, column, row in
        let tile = layer.makeTile(of: block)
        unsafe layer.withTile(at: tile) { pixels in
          unsafe drawRound(sweep, Float(column) * 16, Float(row) * 16, pixels)
        }
      }
    case .broad:
      let hull = BroadSweep(sweep)
      forEachBlock(of: sweep, columns: columns, rows: rows) { block, column, row in
        let tile = layer.makeTile(of: block)
        unsafe layer.withTile(at: tile) { pixels in
          unsafe hull.draw(Float(column) * 16, Float(row) * 16, pixels)
        }
      }
    case .chisel(let x, let y, let aspect):
      forEachBlock(of: sweep, columns: columns, rows: rows) { block, column, row in
        let tile = layer.makeTile(of: block)
        unsafe layer.withTile(at: tile) { pixels in
          unsafe Self.drawChisel(
            sweep, nibX: x, nibY: y, aspect: aspect, Float(column) * 16, Float(row) * 16, pixels)
        }
      }
    }
  }

  /// The rows of a block between two heights on the canvas, widened by half a pixel's edge.
  static func rows(_ top: Float, _ bottom: Float, _ originY: Float) -> Range<Int> {
    let first = (top - originY - 1).rounded(.down)
    let last = (bottom - originY + 1).rounded(.up)
    let from = first < 0 ? 0 : first > 16 ? 16 : Int(first)
    let to = last < 0 ? 0 : last > 16 ? 16 : Int(last)
    return from < to ? from..<to : from..<from
  }

  /// Which halves of a block, eight pixels wide each, lie between two places, widened likewise.
  static func halves(_ left: Float, _ right: Float, _ originX: Float) -> Range<Int> {
    let from = left - originX - 1 >= 8 ? 1 : 0
    let to = right - originX + 1 <= 8 ? 1 : 2
    return from < to ? from..<to : from..<from
  }

  /// Adding this to a number from 0 to 255 leaves the nearest whole number in the low bits.
  static let rounder: Float = 12_582_912

  private func drawRound(
    _ sweep: Sweep, _ originX: Float, _ originY: Float, _ pixels: UnsafeMutablePointer<UInt8>
  ) {
    let (start, end) = (sweep.from, sweep.to)
    let (ax, ay) = (start.x - originX, start.y - originY)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let squared = dx * dx + dy * dy
    let inverse: Float = squared > 0 ? 1 / squared : 0
    let (radius, growth) = (start.radius, end.radius - start.radius)
    let widest = max(start.radius, end.radius)
    let (top, bottom) = start.y < end.y ? (start.y, end.y) : (end.y, start.y)
    let (opacity, gain) = (start.opacity * 255, (end.opacity - start.opacity) * 255)
    let edge = (start.radius + end.radius) * 0.5 * softness
    let slope = edge > 1 ? 1 / edge : 1
    let halves = Self.halves(
      min(start.x, end.x) - widest, max(start.x, end.x) + widest, originX)
    for row in Self.rows(top - widest, bottom + widest, originY) {
      let py = Float(row) + 0.5 - ay
      for half in halves {
        let line = unsafe pixels + (row * 16 + half * 8)
        let left = Float(half * 8) + 0.5 - ax
        for column in 0..<8 {
          let px = left + Float(column)
          var t = (px * dx + py * dy) * inverse
          t = t > 0 ? t : 0
          t = t < 1 ? t : 1
          let (qx, qy) = (px - t * dx, py - t * dy)
          let r = radius + t * growth
          var inside = (0.5 + r - (qx * qx + qy * qy).squareRoot()) * slope
          // A line thinner than a pixel covers at most its own width of any pixel.
          let most = r < 0.5 ? r + r : 1
          inside = inside < most ? inside : most
          inside = inside > 0 ? inside : 0
          let covered = inside * (opacity + t * gain) + Self.rounder
          let value = UInt8(truncatingIfNeeded: covered.bitPattern)
          let old = unsafe line[column]
          unsafe line[column] = old > value ? old : value
        }
      }
    }
  }

  /// The hull of two equal rectangles is the meeting of three strips: along the movement and along
  /// either side of the nib.
  private static func drawChisel(
    _ sweep: Sweep, nibX: Float, nibY: Float, aspect: Float, _ originX: Float, _ originY: Float,
    _ pixels: UnsafeMutablePointer<UInt8>
  ) {
    let half = (sweep.from.radius + sweep.to.radius) / 2
    let centreX = (sweep.from.x + sweep.to.x) / 2 - originX
    let centreY = (sweep.from.y + sweep.to.y) / 2 - originY
    let (gx, gy) = ((sweep.to.x - sweep.from.x) / 2, (sweep.to.y - sweep.from.y) / 2)
    let (along, across) = (half, half * aspect)
    let length = (gx * gx + gy * gy).squareRoot()
    // Half widths of the strips across the nib's sides, and across the movement.
    let strip1 = along + (gx * nibX + gy * nibY).magnitude
    let strip2 = across + (gy * nibX - gx * nibY).magnitude
    let (nx, ny) = length > 0 ? (-gy / length, gx / length) : (0, 0)
    let strip3 =
      length > 0
      ? (nx * nibX + ny * nibY).magnitude * along + (ny * nibX - nx * nibY).magnitude * across
      : 1
    let reachY = gy.magnitude + nibY.magnitude * along + nibX.magnitude * across
    let centre = centreY + originY
    let opacity = (sweep.from.opacity + sweep.to.opacity) * 127.5
    for row in rows(centre - reachY, centre + reachY, originY) {
      let py = Float(row) + 0.5 - centreY
      let line = unsafe pixels + row * 16
      for column in 0..<16 {
        let px = Float(column) + 0.5 - centreX
        let d1 = (px * nibX + py * nibY).magnitude - strip1
        let d2 = (py * nibX - px * nibY).magnitude - strip2
        let d3 = (px * nx + py * ny).magnitude - strip3
        var distance = d1 > d2 ? d1 : d2
        distance = distance > d3 ? distance : d3
        var inside = 0.5 - distance
        inside = inside < 1 ? inside : 1
        inside = inside > 0 ? inside : 0
        let value = UInt8(truncatingIfNeeded: (inside * opacity + rounder).bitPattern)
        let old = unsafe line[column]
        unsafe line[column] = old > value ? old : value
      }
    }
  }
}
