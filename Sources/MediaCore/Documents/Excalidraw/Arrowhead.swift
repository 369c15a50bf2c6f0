internal import Glibc

/// The end of an arrow: lines that are drawn, and a shape that may be filled.
struct Arrowhead {
  enum Fill {
    /// With the line's colour.
    case line
    /// With the board's, so that the shaft does not show through.
    case board
  }

  /// Lines of the head, each drawn as one stroke.
  private(set) var lines: [BoardPolyline] = []
  private(set) var fill: Fill?
  private var isAtTip = false
  /// How much of the shaft's end the head covers, in board pixels.
  private(set) var cover = 0.0

  /// - Parameters:
  ///   - name: Excalidraw's; nil is returned for one that is not known.
  ///   - line: the arrow's line, ending where the head stands.
  ///   - lastPiece: length of the last straight or curved piece between two of its points.
  init?(name: String, line: [SIMD2<Double>], lastPiece: Double, strokeWidth: Double) {
    guard let tip = line.last, line.count > 1 else { return nil }
    let isOpen = name == "arrow"
    let reach = isOpen ? lastPiece : BoardPolyline(line).length
    let isDiamond = name.hasPrefix("diamond")
    let size = min(Self.size(of: name), reach * (isDiamond ? 0.25 : 0.5))
    guard size > 0 else { return nil }
    let back = Self.point(of: line, before: size)
    let axis = tip - back
    let length = BoardPolyline.length(axis)
    guard length > 0 else { return nil }
    let foot = tip - axis * (size / length)
    let wing: (Double) -> SIMD2<Double> = { degrees in
      BoardPolyline([foot]).rotated(by: degrees * .pi / 180, about: tip).points[0]
    }
    switch name {
    case "arrow":
      lines = [BoardPolyline([wing(-20), tip, wing(20)])]
      isAtTip = true
    case "bar", "crowfoot_one", "cardinality_one":
      lines = [BoardPolyline([wing(-90), wing(90)])]
    case "triangle", "triangle_outline":
      lines = [BoardPolyline([tip, wing(-25), wing(25)], isClosed: true)]
      fill = name == "triangle" ? .line : .board
      cover = size * cos(25 * Double.pi / 180)
    case "diamond", "diamond_outline":
      let far = tip - axis * (2 * size / length)
      lines = [BoardPolyline([tip, wing(-25), far, wing(25)], isClosed: true)]
      fill = name == "diamond" ? .line : .board
      cover = 2 * size
    case "dot", "circle", "circle_outline":
      let radius = max(size + strokeWidth - 2, 1) / 2
      lines = [BoardPolyline.ellipse(centre: tip, radii: SIMD2(radius, radius), mostPoints: 64)]
      fill = name == "circle_outline" ? .board : .line
      cover = radius
    case "crowfoot_many", "cardinality_many", "crowfoot_one_or_many", "cardinality_one_or_many":
      // Three toes that spread from the foot to the line's end.
      let spread = BoardPolyline([tip])
      let left = spread.rotated(by: -25 * .pi / 180, about: foot).points[0]
      let right = spread.rotated(by: 25 * .pi / 180, about: foot).points[0]
      lines = [BoardPolyline([left, foot, right])]
      if name.hasSuffix("one_or_many") {
        let across = SIMD2(-axis.y, axis.x) * (size / 2 / length)
        lines.append(BoardPolyline([foot - across, foot + across]))
      }
    default:
      return nil
    }
  }

  /// Whether the head is one line whose middle is the tip: it can be drawn on from the shaft.
  var isOpenTip: Bool { lines.count == 1 && fill == nil && lines[0].points.count == 3 && isAtTip }

  /// From the tip over one wing and back over the other.
  var retraced: [SIMD2<Double>] {
    let points = lines[0].points
    return [points[1], points[0], points[1], points[2]]
  }

  private static func size(of name: String) -> Double {
    if name == "arrow" { return 25 }
    if name.hasPrefix("diamond") { return 12 }
    if name.hasPrefix("crowfoot") || name.hasPrefix("cardinality") { return 20 }
    return 15
  }

  /// A line without its last `cover` board pixels; as it is when nothing else would be left.
  static func trimmed(_ line: [SIMD2<Double>], by cover: Double) -> [SIMD2<Double>] {
    var result = line
    var left = cover
    while result.count > 1, left > 0 {
      let (end, start) = (result[result.count - 1], result[result.count - 2])
      let length = BoardPolyline.length(end - start)
      if length > left {
        result[result.count - 1] = end + (start - end) * (left / length)
        return result
      }
      left -= length
      result.removeLast()
    }
    return result.count > 1 ? result : line
  }

  /// The point of a line that lies `distance` before its end.
  private static func point(of line: [SIMD2<Double>], before distance: Double) -> SIMD2<Double> {
    var left = distance
    var index = line.count - 1
    while index > 0 {
      let (end, start) = (line[index], line[index - 1])
      let length = BoardPolyline.length(end - start)
      if length >= left, length > 0 { return end + (start - end) * (left / length) }
      left -= length
      index -= 1
    }
    return line[0]
  }
}
