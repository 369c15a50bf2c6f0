extension Direction {
  /// The step of the direction nearest to a vector, as for turning a ruler by hand; nil for a vector
  /// without length.
  package static func nearest(x: Double, y: Double) -> UInt16? {
    guard x.isFinite, y.isFinite, x != 0 || y != 0 else { return nil }
    // Turned into the first quarter.
    var (x, y) = (x, y)
    var quarter: UInt16 = 0
    while !(x > 0 && y >= 0) {
      (x, y) = (y, -x)
      quarter += 1
    }
    // The last direction that does not lie beyond the vector.
    var (low, high): (UInt16, UInt16) = (0, 512)
    while high - low > 1 {
      let middle = (low + high) / 2
      let direction = unit(middle)
      if direction.x * y >= direction.y * x { low = middle } else { high = middle }
    }
    let (before, after) = (unit(low), unit(high))
    let isBefore = before.x * y - before.y * x <= after.y * x - after.x * y
    return (quarter * 512 + (isBefore ? low : high)) & (perTurn - 1)
  }
}
