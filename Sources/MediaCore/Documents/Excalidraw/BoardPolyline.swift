internal import Glibc
internal import Strokes

/// A line through points of the board, in board pixels: how shapes are handed to ink and fills.
struct BoardPolyline {
  var points: [SIMD2<Double>]
  /// The last point joins the first.
  var isClosed: Bool

  init(_ points: [SIMD2<Double>], isClosed: Bool = false) {
    self.points = points
    self.isClosed = isClosed
  }

  var length: Double {
    var total = 0.0
    for index in points.indices.dropFirst() {
      total += Self.length(points[index] - points[index - 1])
    }
    if isClosed, let first = points.first, let last = points.last {
      total += Self.length(first - last)
    }
    return total
  }

  /// Nil without points.
  var box: BoardBounds? {
    guard let first = points.first else { return nil }
    var (low, high) = (first, first)
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    return BoardBounds(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  var boxCentre: SIMD2<Double> {
    guard let box else { return .zero }
    return SIMD2((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
  }

  mutating func rotate(by angle: Double, about centre: SIMD2<Double>) {
    guard angle != 0 else { return }
    let (cosine, sine) = (cos(angle), sin(angle))
    for index in points.indices {
      let arm = points[index] - centre
      points[index] =
        centre + SIMD2(arm.x * cosine - arm.y * sine, arm.x * sine + arm.y * cosine)
    }
  }

  func rotated(by angle: Double, about centre: SIMD2<Double>) -> BoardPolyline {
    var copy = self
    copy.rotate(by: angle, about: centre)
    return copy
  }

  /// Its points with the first one repeated at the end when it is closed.
  var openPoints: [SIMD2<Double>] {
    guard isClosed, let first = points.first else { return points }
    return points + [first]
  }

  /// The filled inside, rounded to the board's steps. Nil when a point lies beyond the board.
  func outline(fillRule: Outline.FillRule) -> Outline? {
    guard points.count > 2 else { return nil }
    var segments: [Outline.Segment] = []
    segments.reserveCapacity(points.count + 1)
    for point in points {
      guard let x = BoardUnit.quantise(point.x), let y = BoardUnit.quantise(point.y) else {
        return nil
      }
      segments.append(segments.isEmpty ? .move(x: x, y: y) : .line(x: x, y: y))
    }
    segments.append(.close)
    return Outline(segments: segments, fillRule: fillRule)
  }

  static func length(_ vector: SIMD2<Double>) -> Double {
    (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }
}
