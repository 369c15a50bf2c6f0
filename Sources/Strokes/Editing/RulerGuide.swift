/// The straight line on which the points of a stroke along a ruler lie.
///
/// It is half the stroke's nominal width outside the edge, so the ink begins where the ruler ends.
package struct RulerGuide: Hashable, Sendable {
  /// A place on the line, in board pixels.
  package let origin: SIMD2<Double>
  /// Unit vector.
  package let along: SIMD2<Double>

  /// The place of the line that is nearest to `place`.
  package func nearest(to place: SIMD2<Double>) -> SIMD2<Double> {
    origin + along * Self.dot(place - origin, along)
  }

  static func dot(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.x + a.y * b.y }
}
