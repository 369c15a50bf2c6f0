internal import Glibc
internal import Strokes

/// Parallel lines inside a closed shape, as Excalidraw hatches it, drawn straight and clean.
struct HachureFill {
  /// Radians; Excalidraw's hand leans by 41 degrees.
  var angle = -41 * Double.pi / 180
  /// Between lines, in board pixels.
  var gap: Double

  private static let mostLines = 250
  private static let mostVertices = 4_096

  /// The lines in the order in which a hand draws them: to and fro.
  func lines(in shape: BoardPolyline, atMost most: Int) -> [[SIMD2<Double>]] {
    let sparse = Self.thinned(shape)
    let turned = sparse.rotated(by: -angle, about: .zero)
    guard let box = turned.box, turned.points.count > 2 else { return [] }
    let height = box.maxY - box.minY
    guard height > 0, gap > 0 else { return [] }
    let step = max(gap, height / Double(Self.mostLines))
    let count = Int((height / step).rounded(.down))
    guard count > 0 else { return [] }
    let first = box.minY + (height - Double(count - 1) * step) / 2

    // Where each line crosses the shape's edges.
    var crossings: [[Double]] = Array(repeating: [], count: count)
    let points = turned.openPoints
    for index in points.indices.dropFirst() {
      var (upper, lower) = (points[index - 1], points[index])
      if upper.y > lower.y { swap(&upper, &lower) }
      var line = max(Int(((upper.y - first) / step).rounded(.up)), 0)
      while line < count {
        let y = first + Double(line) * step
        guard y < lower.y else { break }
        if y >= upper.y {
          let share = (y - upper.y) / (lower.y - upper.y)
          crossings[line].append(upper.x + (lower.x - upper.x) * share)
        }
        line += 1
      }
    }
    var lines: [[SIMD2<Double>]] = []
    for line in 0..<count {
      crossings[line].sort()
      let y = first + Double(line) * step
      var index = 0
      while index + 1 < crossings[line].count, lines.count < most {
        let ends = [SIMD2(crossings[line][index], y), SIMD2(crossings[line][index + 1], y)]
        let drawn = BoardPolyline(line % 2 == 0 ? ends : ends.reversed())
        lines.append(drawn.rotated(by: angle, about: .zero).points)
        index += 2
      }
    }
    return lines
  }

  /// Every n-th vertex of a shape with very many: hatching does not show the difference.
  private static func thinned(_ shape: BoardPolyline) -> BoardPolyline {
    guard shape.points.count > mostVertices else {
      return BoardPolyline(shape.points, isClosed: true)
    }
    let stride = shape.points.count / mostVertices + 1
    var points: [SIMD2<Double>] = []
    var index = 0
    while index < shape.points.count {
      points.append(shape.points[index])
      index += stride
    }
    return BoardPolyline(points, isClosed: true)
  }
}
