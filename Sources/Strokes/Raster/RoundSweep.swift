/// What a round nib passes over on its way along one sweep, its width and opacity growing evenly.
struct RoundSweep {
  private let sweep: Sweep
  private let dx: Float
  private let dy: Float
  /// One over the squared length; 0 for a sweep that is a point.
  private let inverse: Float
  private let growth: Float
  private let widest: Float
  /// 0…255.
  private let opacity: Float
  private let gain: Float
  /// How fast coverage rises from the edge inwards.
  private let slope: Float
  /// No pixel is covered more than this.
  private let most: UInt8

  /// - Parameter softness: share of the half width over which coverage rises; at least a pixel.
  init(_ sweep: Sweep, softness: Float) {
    let (start, end) = (sweep.from, sweep.to)
    self.sweep = sweep
    (dx, dy) = (end.x - start.x, end.y - start.y)
    let squared = dx * dx + dy * dy
    inverse = squared > 0 ? 1 / squared : 0
    growth = end.radius - start.radius
    widest = max(start.radius, end.radius)
    (opacity, gain) = (start.opacity * 255, (end.opacity - start.opacity) * 255)
    let edge = (start.radius + end.radius) * 0.5 * softness
    slope = edge > 1 ? 1 / edge : 1
    let densest = max(start.opacity, end.opacity) * 255 + 0.51
    most = densest < 255 ? UInt8(densest) : 255
  }

  /// How far above and below the line pixels may be covered that lie so far besides it, half a
  /// pixel not counted.
  @inline(__always)
  private func reach(besides distance: Float) -> Float {
    if distance <= 0 { return widest }
    let reach = widest + 0.5 + CoverageTile.margin
    let squared = reach * reach - distance * distance
    return squared > 0.25 ? squared.squareRoot() - 0.5 : 0
  }

  /// Raises a block's coverage, whose corner is at `originX`, `originY` of the canvas.
  func draw(_ originX: Float, _ originY: Float, _ tile: inout CoverageTile) {
    let (start, end) = (sweep.from, sweep.to)
    // Only a wide nib covers whole quads, and it comes by many times.
    let isWide = widest > 4
    if isWide, tile.isCovered(by: most) { return }
    let (ax, ay) = (start.x - originX, start.y - originY)
    let (left, right) = start.x < end.x ? (start.x, end.x) : (end.x, start.x)
    let (top, bottom) = start.y < end.y ? (start.y, end.y) : (end.y, start.y)
    for quad in CoverageTile.quads(left - widest - originX, right + widest - originX) {
      let first = originX + Float(quad &* 4) + 0.5
      let reach = reach(besides: max(left - first - 3, first - right))
      let px = CoverageTile.columns(of: quad, from: ax)
      let along = px * dx
      for row in CoverageTile.rows(top - reach - originY, bottom + reach - originY) {
        if isWide, tile.isCovered(row: row, quad: quad, by: most) { continue }
        let py = Float(row) + 0.5 - ay
        // The nearest place of the line.
        let t = ((along + py * dy) * inverse).atLeast(.zero).atMost(.one)
        let (qx, qy) = (px - t * dx, py - t * dy)
        let r = sweep.from.radius + t * growth
        let inside = (0.5 + r - (qx * qx + qy * qy).squareRoot()) * slope
        // A line thinner than a pixel covers at most its own width of any pixel.
        let whole = (r + r).replacing(with: .one, where: r .>= 0.5)
        let share = inside.atMost(whole).atLeast(.zero)
        tile.raise(row: row, quad: quad, to: share * (opacity + t * gain))
      }
    }
  }
}
