/// What a broad nib passes over on its way along one sweep: the quadrangle between its edge at the
/// start and its edge at the end, and everything within its radius of it.
///
/// The nib may turn, and may move along its own edge: then the quadrangle is a bow tie or a line,
/// and its signed distance still holds. A point is inside where a ray from it crosses the sides an
/// odd number of times.
struct BroadSweep {
  private typealias Quad = CoverageTile.Quad

  private struct Side {
    var x: Float
    var y: Float
    var dx: Float
    var dy: Float
    /// Where the next side begins, to the bit: a row must cross an even number of sides.
    var endY: Float
    /// One over the squared length; 0 for a side that is a point.
    var inverse: Float
  }

  private let sides: (Side, Side, Side, Side)
  private let radius: Float
  private let opacity: Float
  private let top: Float
  private let bottom: Float
  private let left: Float
  private let right: Float

  init(_ sweep: Sweep) {
    let (from, to) = (sweep.from, sweep.to)
    let corners: ((Float, Float), (Float, Float), (Float, Float), (Float, Float)) = (
      (from.x - from.edgeX, from.y - from.edgeY), (from.x + from.edgeX, from.y + from.edgeY),
      (to.x + to.edgeX, to.y + to.edgeY), (to.x - to.edgeX, to.y - to.edgeY)
    )
    func side(_ a: (Float, Float), _ b: (Float, Float)) -> Side {
      let (dx, dy) = (b.0 - a.0, b.1 - a.1)
      let squared = dx * dx + dy * dy
      return Side(
        x: a.0, y: a.1, dx: dx, dy: dy, endY: b.1, inverse: squared > 0 ? 1 / squared : 0)
    }
    sides = (
      side(corners.0, corners.1), side(corners.1, corners.2), side(corners.2, corners.3),
      side(corners.3, corners.0)
    )
    radius = (from.radius + to.radius) / 2
    opacity = (from.opacity + to.opacity) * 127.5
    top = min(min(corners.0.1, corners.1.1), min(corners.2.1, corners.3.1)) - radius
    bottom = max(max(corners.0.1, corners.1.1), max(corners.2.1, corners.3.1)) + radius
    left = min(min(corners.0.0, corners.1.0), min(corners.2.0, corners.3.0)) - radius
    right = max(max(corners.0.0, corners.1.0), max(corners.2.0, corners.3.0)) + radius
  }

  /// Raises a block's coverage, whose corner is at `originX`, `originY` of the canvas.
  func draw(_ originX: Float, _ originY: Float, _ tile: inout CoverageTile) {
    let quads = CoverageTile.quads(left - originX, right - originX)
    for row in CoverageTile.rows(top - originY, bottom - originY) {
      let y = originY + Float(row) + 0.5
      let (s0, s1) = (RowSide(sides.0, y), RowSide(sides.1, y))
      let (s2, s3) = (RowSide(sides.2, y), RowSide(sides.3, y))
      for quad in quads {
        let x = Self.columns(of: quad, originX)
        let squared = s1.squaredDistance(x).atMost(s0.squaredDistance(x))
        let other = s3.squaredDistance(x).atMost(s2.squaredDistance(x))
        let distance = other.atMost(squared).squareRoot()
        let isInside = (s0.isLeft(x) .^ s1.isLeft(x)) .^ (s2.isLeft(x) .^ s3.isLeft(x))
        let depth = (radius - distance).replacing(with: radius + distance, where: isInside)
        // A line thinner than a pixel covers at most its own width of any pixel.
        let thin = Quad(repeating: radius >= 0.5 ? 1 : radius + radius)
        let most = thin.replacing(with: .one, where: isInside)
        tile.raise(row: row, quad: quad, to: (0.5 + depth).atMost(most).atLeast(.zero) * opacity)
      }
    }
  }

  @inline(__always)
  private static func columns(of quad: Int, _ originX: Float) -> Quad {
    let first = originX + Float(quad & 2 == 0 ? 0 : 8) + 0.5
    return Quad(repeating: first) + (quad & 1 == 0 ? Quad(0, 1, 2, 3) : Quad(4, 5, 6, 7))
  }

  /// A side as seen from one row of pixels.
  private struct RowSide {
    let x: Float
    let dx: Float
    let dy: Float
    let inverse: Float
    let wy: Float
    /// Where the side crosses the row: points left of it see the side on their way to the right.
    let crossing: Float

    @inline(__always)
    init(_ side: Side, _ y: Float) {
      (x, dx, dy, inverse) = (side.x, side.dx, side.dy, side.inverse)
      wy = y - side.y
      let crosses = (side.y <= y) != (side.endY <= y)
      crossing = crosses ? side.x + side.dx * (wy / side.dy) : -.infinity
    }

    @inline(__always)
    func squaredDistance(_ px: Quad) -> Quad {
      let wx = px - x
      let t = ((wx * dx + wy * dy) * inverse).atLeast(.zero).atMost(.one)
      let (qx, qy) = (wx - t * dx, wy - t * dy)
      return qx * qx + qy * qy
    }

    @inline(__always)
    func isLeft(_ px: Quad) -> SIMDMask<SIMD4<Int32>> { px .< crossing }
  }
}
