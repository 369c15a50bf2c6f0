internal import Strokes

/// Prepares the lines of shapes for ink, which draws a smooth curve through its points.
enum InkPath {
  /// Into how many a straight piece is divided at most.
  static let mostPieces = 64
  /// Board pixels between points of a straight piece, so that it grows as it is drawn.
  private static let spacing = 12.0
  /// A point this close before and behind a corner keeps the curve from cutting it.
  private static let guardDistance = 0.25
  /// Cosine of the turn below which a joint belongs to a curve.
  private static let smoothTurn = 0.94

  /// The same line with corners that stay corners and no long way between its points.
  static func subdivided(_ points: [SIMD2<Double>], atMost pieces: Int) -> [SIMD2<Double>] {
    guard let first = points.first else { return [] }
    var result = [first]
    result.reserveCapacity(points.count)
    let isClosed = points.count > 2 && points.first == points.last
    for index in points.indices.dropFirst() {
      let (start, end) = (points[index - 1], points[index])
      let way = end - start
      let length = BoardPolyline.length(way)
      guard length > 0 else { continue }
      let before = index > 1 ? points[index - 2] : isClosed ? points[points.count - 2] : nil
      let after = index + 1 < points.count ? points[index + 1] : isClosed ? points[1] : nil
      let isLong = length > 4 * guardDistance
      if isLong, let before, isCorner(start - before, way) {
        result.append(start + way * (guardDistance / length))
      }
      let count = max(1, min(Int((length / spacing).rounded(.up)), pieces))
      for piece in 1..<count { result.append(start + way * (Double(piece) / Double(count))) }
      if isLong, let after, isCorner(way, after - end) {
        result.append(end - way * (guardDistance / length))
      }
      result.append(end)
    }
    return result
  }

  static func quantised(_ points: [SIMD2<Double>]) throws(ExcalidrawFault) -> [SIMD2<Int32>] {
    var result: [SIMD2<Int32>] = []
    result.reserveCapacity(points.count)
    for point in points {
      guard let x = BoardUnit.quantise(point.x), let y = BoardUnit.quantise(point.y) else {
        throw ExcalidrawFault("it reaches beyond any board")
      }
      result.append(SIMD2(x, y))
    }
    return result
  }

  private static func isCorner(_ incoming: SIMD2<Double>, _ outgoing: SIMD2<Double>) -> Bool {
    let lengths = BoardPolyline.length(incoming) * BoardPolyline.length(outgoing)
    guard lengths > 0 else { return false }
    return (incoming.x * outgoing.x + incoming.y * outgoing.y) / lengths < smoothTurn
  }
}
