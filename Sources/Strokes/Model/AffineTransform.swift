/// A map of the plane, in board pixels: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
package struct AffineTransform: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double
  package var tx: Double
  package var ty: Double

  package static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  package static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  package static func scale(_ factor: Double) -> AffineTransform {
    AffineTransform(a: factor, b: 0, c: 0, d: factor, tx: 0, ty: 0)
  }

  /// First this map, then `next`.
  package func followed(by next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  package func apply(x: Double, y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }

  package var determinant: Double { a * d - b * c }

  /// How much lengths grow on average: the square root of the growth of areas.
  package var meanScale: Double { determinant.magnitude.squareRoot() }

  /// Nil when the map flattens the plane or holds a number that is not finite.
  package var inverse: AffineTransform? {
    let determinant = determinant
    guard determinant.magnitude > 1e-12, isFinite else { return nil }
    let (ia, ib) = (d / determinant, -b / determinant)
    let (ic, id) = (-c / determinant, a / determinant)
    return AffineTransform(
      a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
  }

  package var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// Whether items may be drawn through it: finite, and nothing so large that it is no drawing.
  package var isUsable: Bool {
    guard isFinite else { return false }
    let limit = BoardUnit.largestCoordinate
    return a.magnitude <= 65_536 && b.magnitude <= 65_536 && c.magnitude <= 65_536
      && d.magnitude <= 65_536 && tx.magnitude <= limit && ty.magnitude <= limit
  }
}
