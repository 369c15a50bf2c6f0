/// A ruler as it lies on the board: a band along the ruler's line with two straight edges.
package struct RulerBand: Equatable, Sendable {
  package let ruler: Ruler
  /// From edge to edge, in board pixels; the ruler's own line runs in the middle.
  package let breadth: Double
  /// How far outside an edge a stroke may begin and still follow it, in board pixels.
  package let reach: Double

  package static let ordinaryBreadth = 80.0
  package static let ordinaryReach = 16.0

  /// Breadth and reach that are no lengths become 0.
  package init(
    _ ruler: Ruler, breadth: Double = ordinaryBreadth, reach: Double = ordinaryReach
  ) {
    self.ruler = ruler
    self.breadth = Self.length(breadth)
    self.reach = Self.length(reach)
  }

  private static func length(_ value: Double) -> Double {
    value > 0 && value < BoardUnit.largestCoordinate ? value : 0
  }

  /// Unit vector along the ruler.
  package var along: SIMD2<Double> {
    let unit = Direction.unit(ruler.direction)
    return SIMD2(unit.x, unit.y)
  }

  /// Unit vector across it, to the right of its direction as y points down.
  private var across: SIMD2<Double> { SIMD2(-along.y, along.x) }

  /// The ruler's point in board pixels.
  package var centre: SIMD2<Double> {
    SIMD2(Double(ruler.x), Double(ruler.y)) / Double(BoardUnit.perPixel)
  }

  /// The corners of the part between two distances along the ruler, measured from its point:
  /// start and end of the edge on the right of its direction (as y points down), then end and start
  /// of the other.
  package func corners(from start: Double, to end: Double) -> [SIMD2<Double>] {
    let half = across * (breadth / 2)
    return [
      centre + along * start + half, centre + along * end + half, centre + along * end - half,
      centre + along * start - half,
    ]
  }

  /// The line that a stroke of `width` board pixels follows when it begins at a place; nil when it
  /// begins beyond the ruler's reach and is free.
  package func guide(from place: SIMD2<Double>, width: Double) -> RulerGuide? {
    let distance = RulerGuide.dot(place - centre, across)
    guard distance.magnitude <= breadth / 2 + reach else { return nil }
    let offset = breadth / 2 + width / 2
    return RulerGuide(
      origin: centre + across * (distance < 0 ? -offset : offset), along: along)
  }
}
