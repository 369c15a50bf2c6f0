/// One of the board's 2 048 directions as a unit vector, from +x (0) towards +y (512).
///
/// Cosine and sine are sums of products in a fixed order, so they have the same bits on every
/// machine; within 2⁻⁵² of the true values.
package struct Direction: Hashable, Sendable {
  package let index: UInt16
  package let cosine: Double
  package let sine: Double

  package static let count: UInt16 = 2_048
  private static let step = 0.003_067_961_575_771_282_3

  /// - Parameter index: 2π/2 048 each; whole turns do not matter.
  package init(_ index: UInt16) {
    self.index = index & (Self.count - 1)
    let quadrant = self.index >> 9
    let rest = self.index & 511
    // Within 45° of an axis the series is short.
    let isNear = rest <= 256
    let angle = Double(isNear ? rest : 512 - rest) * Self.step
    let (small, large) = (Self.sine(of: angle), Self.cosine(of: angle))
    let (x, y) = isNear ? (large, small) : (small, large)
    switch quadrant {
    case 0: (cosine, sine) = (x, y)
    case 1: (cosine, sine) = (-y, x)
    case 2: (cosine, sine) = (-x, -y)
    default: (cosine, sine) = (y, -x)
    }
  }

  /// The direction nearest to a vector; nil for one without length.
  package init?(towardsX dx: Double, y dy: Double) {
    guard dx.isFinite, dy.isFinite, dx != 0 || dy != 0 else { return nil }
    // Turned into the first quadrant.
    var (x, y) = (dx, dy)
    var quadrant: UInt16 = 0
    while !(x > 0 && y >= 0) {
      (x, y) = (y, -x)
      quadrant += 1
    }
    // The last direction that does not lie beyond the vector.
    var (low, high): (UInt16, UInt16) = (0, 512)
    while high - low > 1 {
      let middle = (low + high) / 2
      let direction = Direction(middle)
      if direction.cosine * y >= direction.sine * x { low = middle } else { high = middle }
    }
    let (before, after) = (Direction(low), Direction(high))
    let isNearer = before.cosine * y - before.sine * x <= after.sine * x - after.cosine * y
    self.init(quadrant * 512 + (isNearer ? low : high))
  }

  /// x − x³/3! + x⁵/5! … for 0 ≤ x ≤ π/4.
  private static func sine(of x: Double) -> Double {
    let square = x * x
    var (term, sum) = (x, x)
    var divisor = 2.0
    while divisor < 18 {
      term = -term * square / (divisor * (divisor + 1))
      sum += term
      divisor += 2
    }
    return sum
  }

  private static func cosine(of x: Double) -> Double {
    let square = x * x
    var (term, sum) = (1.0, 1.0)
    var divisor = 1.0
    while divisor < 18 {
      term = -term * square / (divisor * (divisor + 1))
      sum += term
      divisor += 2
    }
    return sum
  }
}
