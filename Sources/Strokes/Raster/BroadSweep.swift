/// What a broad nib passes over on its way along one sweep: the quadrangle between its edge at the
/// start and its edge at the end, and everything within its radius of it.
///
/// The nib may turn, and may move along its own edge: then the quadrangle is a bow tie or a line,
/// and its signed distance still holds. A point is inside where a ray from it crosses the sides an
/// odd number of times.
struct BroadSweep {
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
  func draw(_ originX: Float, _ originY: Float, _ pixels: UnsafeMutablePointer<UInt8>) {
    let halves = SweepRaster.halves(left, right, originX)
    for row in SweepRaster.rows(top, bottom, originY) {
      let y = originY + Float(row) + 0.5
      let (s0, s1) = (RowSide(sides.0, y), RowSide(sides.1, y))
      let (s2, s3) = (RowSide(sides.2, y), RowSide(sides.3, y))
      for half in halves {
        let line = unsafe pixels + (row * 16 + half * 8)
        let first = originX + Float(half * 8) + 0.5
        for column in 0..<8 {
          let x = first + Float(column)
          var squared = s0.squaredDistance(x)
          squared = min(squared, s1.squaredDistance(x))
          squared = min(squared, s2.squaredDistance(x))
          squared = min(squared, s3.squaredDistance(x))
          let sign = s0.sign(x) * s1.sign(x) * s2.sign(x) * s3.sign(x)
          let depth = radius - sign * squared.squareRoot()
          let most = sign < 0 || radius >= 0.5 ? 1 : radius + radius
          var inside = 0.5 + depth
          inside = inside < most ? inside : most
          inside = inside > 0 ? inside : 0
          let covered = inside * opacity + SweepRaster.rounder
          let value = UInt8(truncatingIfNeeded: covered.bitPattern)
          let old = unsafe line[column]
          unsafe line[column] = old > value ? old : value
        }
      }
    }
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
    func squaredDistance(_ px: Float) -> Float {
      let wx = px - x
      var t = (wx * dx + wy * dy) * inverse
      t = t > 0 ? t : 0
      t = t < 1 ? t : 1
      let (qx, qy) = (wx - t * dx, wy - t * dy)
      return qx * qx + qy * qy
    }

    @inline(__always)
    func sign(_ px: Float) -> Float { px < crossing ? -1 : 1 }
  }
}
