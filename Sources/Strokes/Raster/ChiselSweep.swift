/// What a chisel passes over on its way along one sweep.
///
/// The hull of two equal rectangles is the meeting of three strips: along the movement and along
/// either side of the nib.
struct ChiselSweep {
  private typealias Quad = CoverageTile.Quad

  /// Unit vector of the nib's long side.
  private let nibX: Float
  private let nibY: Float
  /// Unit vector across the movement.
  private let acrossX: Float
  private let acrossY: Float
  /// Half widths of the strips across the nib's sides, and across the movement.
  private let strip1: Float
  private let strip2: Float
  private let strip3: Float
  private let centreX: Float
  private let centreY: Float
  private let from: Sweep.End
  private let to: Sweep.End
  private let reachX: Float
  private let reachY: Float
  private let opacity: Float
  /// No pixel is covered more than this.
  private let most: UInt8

  /// - Parameters:
  ///   - nibX: unit vector of the long side, with `nibY`.
  ///   - aspect: height over length.
  init(_ sweep: Sweep, nibX: Float, nibY: Float, aspect: Float) {
    (self.nibX, self.nibY) = (nibX, nibY)
    (from, to) = (sweep.from, sweep.to)
    let half = (from.radius + to.radius) / 2
    centreX = (from.x + to.x) / 2
    centreY = (from.y + to.y) / 2
    let (gx, gy) = ((to.x - from.x) / 2, (to.y - from.y) / 2)
    let (along, across) = (half, half * aspect)
    let length = (gx * gx + gy * gy).squareRoot()
    strip1 = along + (gx * nibX + gy * nibY).magnitude
    strip2 = across + (gy * nibX - gx * nibY).magnitude
    let (nx, ny) = length > 0 ? (-gy / length, gx / length) : (0, 0)
    strip3 =
      length > 0
      ? (nx * nibX + ny * nibY).magnitude * along + (ny * nibX - nx * nibY).magnitude * across
      : 1
    (acrossX, acrossY) = (nx, ny)
    // Distances are the largest of the strips', so ink reaches a little farther from a corner.
    reachX = gx.magnitude + nibX.magnitude * along + nibY.magnitude * across + 0.5
    reachY = gy.magnitude + nibY.magnitude * along + nibX.magnitude * across + 0.5
    opacity = (from.opacity + to.opacity) * 127.5
    most = opacity + 0.51 < 255 ? UInt8(opacity + 0.51) : 255
  }

  /// Raises a block's coverage, whose corner is at `originX`, `originY` of the canvas.
  func draw(_ originX: Float, _ originY: Float, _ tile: inout CoverageTile) {
    if tile.isCovered(by: most) { return }
    let (x, y) = (centreX - originX, centreY - originY)
    let rows = CoverageTile.rows(y - reachY, y + reachY)
    for quad in CoverageTile.quads(x - reachX, x + reachX) {
      let px = Quad(0, 1, 2, 3) + (Float(quad &* 4) + 0.5) - x
      let (px1, px2, px3) = (px * nibX, px * nibY, px * acrossX)
      for row in rows {
        if tile.isCovered(row: row, quad: quad, by: most) { continue }
        let py = Float(row) + 0.5 - y
        let d1 = Self.magnitude(px1 + py * nibY) - strip1
        let d2 = Self.magnitude(py * nibX - px2) - strip2
        let d3 = Self.magnitude(px3 + py * acrossY) - strip3
        let inside = (0.5 - d1.atLeast(d2).atLeast(d3)).atMost(.one).atLeast(.zero)
        tile.raise(row: row, quad: quad, to: inside * opacity)
      }
    }
  }

  @inline(__always)
  private static func magnitude(_ quad: Quad) -> Quad { quad.atLeast(-quad) }
}
