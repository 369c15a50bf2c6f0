/// Cuts a line into dashes or dots, which ink then draws with round ends.
struct DashPattern {
  /// Board pixels that are drawn, then left out.
  var mark: Double
  var gap: Double

  /// Excalidraw's patterns; solid lines have none.
  init?(style: ExcalidrawElement.StrokeStyle, strokeWidth: Double) {
    switch style {
    case .solid: return nil
    case .dashed: (mark, gap) = (8, 8 + strokeWidth)
    case .dotted: (mark, gap) = (1.5, 6 + strokeWidth)
    }
  }

  /// At most `most` pieces: a longer line gets longer ones.
  func pieces(of points: [SIMD2<Double>], atMost most: Int) -> [[SIMD2<Double>]] {
    guard let first = points.first else { return [] }
    let length = BoardPolyline(points).length
    guard length > mark else { return [points] }
    let stretch = max(1, length / (mark + gap) / Double(max(most, 1)))
    let (mark, gap) = (mark * stretch, gap * stretch)
    var pieces: [[SIMD2<Double>]] = []
    var piece = [first]
    var isDrawn = true
    var left = mark
    for index in points.indices.dropFirst() {
      var start = points[index - 1]
      let end = points[index]
      var rest = BoardPolyline.length(end - start)
      while rest > left {
        start += (end - start) * (left / rest)
        rest -= left
        if isDrawn {
          piece.append(start)
          pieces.append(piece)
        }
        isDrawn.toggle()
        piece = [start]
        left = isDrawn ? mark : gap
      }
      left -= rest
      if isDrawn { piece.append(end) }
    }
    if isDrawn, piece.count > 1 { pieces.append(piece) }
    return pieces
  }
}
