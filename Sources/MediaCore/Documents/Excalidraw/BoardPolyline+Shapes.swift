internal import Glibc
internal import Strokes

/// The outlines of Excalidraw's shapes, before they are turned.
extension BoardPolyline {
  /// How far a chord may lie from its curve, in board pixels.
  private static let flatness = 0.05

  static func rectangle(
    x: Double, y: Double, width: Double, height: Double, radius: Double
  ) -> BoardPolyline {
    let corners = [
      SIMD2(x, y), SIMD2(x + width, y), SIMD2(x + width, y + height), SIMD2(x, y + height),
    ]
    guard radius > 0 else { return BoardPolyline(corners, isClosed: true) }
    let steps = [SIMD2(1.0, 0.0), SIMD2(0.0, 1.0), SIMD2(-1.0, 0.0), SIMD2(0.0, -1.0)]
    var points: [SIMD2<Double>] = []
    for (index, corner) in corners.enumerated() {
      let before = corner - steps[(index + 3) % 4] * radius
      let after = corner + steps[index] * radius
      appendQuadratic(from: before, control: corner, to: after, &points)
    }
    return BoardPolyline(points, isClosed: true)
  }

  /// A rhombus on the middles of the box's sides; `radii` along its legs when it is rounded.
  static func diamond(
    x: Double, y: Double, width: Double, height: Double, radii: SIMD2<Double>
  ) -> BoardPolyline {
    let corners = [
      SIMD2(x + width / 2, y), SIMD2(x + width, y + height / 2), SIMD2(x + width / 2, y + height),
      SIMD2(x, y + height / 2),
    ]
    guard radii.x > 0 || radii.y > 0 else { return BoardPolyline(corners, isClosed: true) }
    let steps = [
      SIMD2(radii.x, radii.y), SIMD2(-radii.x, radii.y), SIMD2(-radii.x, -radii.y),
      SIMD2(radii.x, -radii.y),
    ]
    var points: [SIMD2<Double>] = []
    for (index, corner) in corners.enumerated() {
      appendCubic(
        from: corner - steps[(index + 3) % 4], control1: corner, control2: corner,
        to: corner + steps[index], &points)
    }
    return BoardPolyline(points, isClosed: true)
  }

  /// - Parameter mostPoints: an upper limit, whatever the size.
  static func ellipse(
    centre: SIMD2<Double>, radii: SIMD2<Double>, mostPoints: Int = 512
  ) -> BoardPolyline {
    let radius = max(radii.x, radii.y)
    let wanted = Double.pi * (radius / (2 * flatness)).squareRoot()
    let count = max(12, min(Int(wanted.rounded(.up)), mostPoints))
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(count)
    for index in 0..<count {
      let angle = 2 * Double.pi * Double(index) / Double(count)
      points.append(centre + SIMD2(radii.x * cos(angle), radii.y * sin(angle)))
    }
    return BoardPolyline(points, isClosed: true)
  }

  /// A smooth curve through `points` (Catmull-Rom with doubled ends).
  static func curve(through points: [SIMD2<Double>]) -> BoardPolyline {
    guard points.count > 2 else { return BoardPolyline(points) }
    let last = points.count - 1
    var result = [points[0]]
    for index in 0..<last {
      let before = points[max(index - 1, 0)]
      let after = points[min(index + 2, last)]
      let (start, end) = (points[index], points[index + 1])
      appendCubic(
        from: start, control1: start + (end - before) / 6, control2: end - (after - start) / 6,
        to: end, &result)
    }
    return BoardPolyline(result)
  }

  /// Straight pieces whose corners are rounded, as elbow arrows have them.
  static func elbow(through points: [SIMD2<Double>], radius: Double) -> BoardPolyline {
    guard points.count > 2 else { return BoardPolyline(points) }
    var result = [points[0]]
    for index in 1..<(points.count - 1) {
      let corner = points[index]
      let (back, ahead) = (points[index - 1] - corner, points[index + 1] - corner)
      let (backLength, aheadLength) = (length(back), length(ahead))
      guard backLength > 0, aheadLength > 0 else { continue }
      let reach = min(radius, backLength / 2, aheadLength / 2)
      appendQuadratic(
        from: corner + back * (reach / backLength), control: corner,
        to: corner + ahead * (reach / aheadLength), &result)
    }
    result.append(points[points.count - 1])
    return BoardPolyline(result)
  }

  private static func appendQuadratic(
    from start: SIMD2<Double>, control: SIMD2<Double>, to end: SIMD2<Double>,
    _ points: inout [SIMD2<Double>]
  ) {
    appendCubic(
      from: start, control1: start + (control - start) * (2.0 / 3),
      control2: end + (control - end) * (2.0 / 3), to: end, &points)
  }

  /// Adds chords close enough to the curve; the start only if the line is not there already.
  private static func appendCubic(
    from start: SIMD2<Double>, control1: SIMD2<Double>, control2: SIMD2<Double>,
    to end: SIMD2<Double>, _ points: inout [SIMD2<Double>]
  ) {
    if points.last != start { points.append(start) }
    let bend = max(
      length(start - 2 * control1 + control2), length(control1 - 2 * control2 + end))
    let wanted = (0.75 * bend / flatness).squareRoot().rounded(.up)
    let pieces = wanted < 1 ? 1 : Int(min(wanted, 64))
    for piece in 1...pieces {
      let s = Double(piece) / Double(pieces)
      let u = 1 - s
      var point = start * (u * u * u)
      point += control1 * (3 * u * u * s)
      point += control2 * (3 * u * s * s)
      point += end * (s * s * s)
      points.append(piece == pieces ? end : point)
    }
  }
}
