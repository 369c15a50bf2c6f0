/// A closed path that a person draws around what they mean. Inside is wherever the path winds around
/// at all, so a hand that circles twice still selects.
struct Lasso {
  let box: BoardBounds
  /// The corners in board pixels, as rounded.
  let corners: [SIMD2<Double>]

  /// What a longer path adds is left out.
  private static let mostCorners = 65_536

  /// Nil for a path of fewer than three places of the board.
  init?(_ path: [SIMD2<Double>]) {
    var corners: [SIMD2<Double>] = []
    var box: BoardBounds?
    let steps = Double(BoardUnit.perPixel)
    for place in path.prefix(Self.mostCorners) {
      guard let x = BoardUnit.quantise(place.x), let y = BoardUnit.quantise(place.y) else {
        continue
      }
      let corner = SIMD2(Double(x), Double(y)) / steps
      if corners.last == corner { continue }
      corners.append(corner)
      let point = BoardBounds(minX: corner.x, minY: corner.y, maxX: corner.x, maxY: corner.y)
      box = box?.union(point) ?? point
    }
    guard corners.count > 2, let box else { return nil }
    self.corners = corners
    self.box = box
  }

  /// Whether all of a box is inside (true) or outside (false); nil when the path may cross it.
  func holds(_ other: BoardBounds) -> Bool? {
    guard other.maxX >= box.minX, other.minX <= box.maxX, other.maxY >= box.minY,
      other.minY <= box.maxY
    else { return false }
    var winding = 0
    let (x, y) = (other.minX, other.minY)
    var from = corners[corners.count - 1]
    for to in corners {
      if Self.mayCross(from, to, other) { return nil }
      if (from.y <= y) != (to.y <= y) {
        let crossing = from.x + (to.x - from.x) * ((y - from.y) / (to.y - from.y))
        if crossing > x { winding += from.y <= y ? 1 : -1 }
      }
      from = to
    }
    return winding != 0
  }

  /// False only when a line certainly misses a box.
  private static func mayCross(
    _ from: SIMD2<Double>, _ to: SIMD2<Double>, _ box: BoardBounds
  ) -> Bool {
    guard max(from.x, to.x) >= box.minX, min(from.x, to.x) <= box.maxX,
      max(from.y, to.y) >= box.minY, min(from.y, to.y) <= box.maxY
    else { return false }
    // All four corners on one side of the line.
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let (x0, x1) = (box.minX - from.x, box.maxX - from.x)
    let (y0, y1) = (box.minY - from.y, box.maxY - from.y)
    let sides = SIMD4(
      dx * y0 - dy * x0, dx * y0 - dy * x1, dx * y1 - dy * x0, dx * y1 - dy * x1)
    return sides.min() <= 0 && sides.max() >= 0
  }
}
