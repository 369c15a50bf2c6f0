/// Directions on the board in 2 048 steps of a full turn, from +x towards +y.
///
/// Sine and cosine come from their power series: sums and products round alike on every machine,
/// which a library's sine does not promise.
package enum Direction {
  package static let perTurn: UInt16 = 2_048

  /// The unit vector of a direction. Exact along the axes; errors elsewhere are below 10⁻¹⁵.
  package static func unit(_ steps: UInt16) -> (x: Double, y: Double) {
    let direction = Int32(steps & 2_047)
    let (quarter, rest) = (direction >> 9, direction & 511)
    // Up to an eighth of a turn, where the series are short; beyond it x and y change places.
    let isFar = rest > 256
    let angle = Double(isFar ? 512 - rest : rest) * (Double.pi / 1_024)
    let (near, far) = (cosine(angle), sine(angle))
    let (x, y) = isFar ? (far, near) : (near, far)
    switch quarter {
    case 0: return (x, y)
    case 1: return (-y, x)
    case 2: return (-x, -y)
    default: return (y, -x)
    }
  }

  /// For 0 ≤ x ≤ π/4.
  private static func sine(_ x: Double) -> Double {
    let square = x * x
    var (sum, term) = (x, x)
    for n in 1...8 {
      term *= -square / Double((2 * n) * (2 * n + 1))
      sum += term
    }
    return sum
  }

  /// For 0 ≤ x ≤ π/4.
  private static func cosine(_ x: Double) -> Double {
    let square = x * x
    var (sum, term) = (1.0, 1.0)
    for n in 1...8 {
      term *= -square / Double((2 * n - 1) * (2 * n))
      sum += term
    }
    return sum
  }
}
