/// How much pigment a wash leaves at a depth inside its edge: most along the rim, where it dries
/// last, and about half as much in the middle.
enum Wash {
  /// By coverage, 0 at the edge and 255 at the depth where the rim has ended; of 255.
  static let pigment: [UInt8] = table()

  private static let rimBegins = 40.0
  private static let rimEnds = 64.0
  private static let middleBegins = 176.0
  private static let middle = 138.0

  private static func table() -> [UInt8] {
    var values: [UInt8] = []
    values.reserveCapacity(256)
    for depth in 0..<256 {
      let depth = Double(depth)
      if depth < rimBegins {
        values.append(UInt8(255 * eased(depth / rimBegins)))
      } else if depth < rimEnds {
        values.append(255)
      } else if depth < middleBegins {
        let share = eased((depth - rimEnds) / (middleBegins - rimEnds))
        values.append(UInt8(255 - (255 - middle) * share))
      } else {
        values.append(UInt8(middle))
      }
    }
    return values
  }

  /// From 0 to 1 without a corner at either end.
  private static func eased(_ x: Double) -> Double { x * x * (3 - 2 * x) }
}
