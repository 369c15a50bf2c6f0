extension Lasso {
  /// All ink of a layer, and the part of it that lies inside: each row of pixels is cut at its middle,
  /// exactly from left to right.
  ///
  /// - Parameter toCanvas: from the board to the layer's pixels, without a turn.
  func ink(in layer: CoverageLayer, _ toCanvas: Viewport) -> (inside: Double, total: Double) {
    var (inside, total) = (0.0, 0.0)
    var rows: [[SIMD2<Double>]?] = Array(repeating: nil, count: Int(layer.rows) * 16)
    for (number, block) in layer.blocks.enumerated() {
      let x = Double(block % layer.columns * 16)
      let top = Int(block / layer.columns) * 16
      for line in 0..<16 {
        let spans = rows[top + line] ?? spans(Double(top + line) + 0.5, toCanvas)
        rows[top + line] = spans
        let start = number * CoverageLayer.tileSize + line * 16
        for pixel in 0..<16 {
          let ink = Double(layer.tiles[start + pixel])
          guard ink > 0 else { continue }
          total += ink
          let left = x + Double(pixel)
          for span in spans where span.x < left + 1 && span.y > left {
            inside += ink * (min(span.y, left + 1) - max(span.x, left))
          }
        }
      }
    }
    return (inside, total)
  }

  /// Where a level line on the layer is inside, from left to right.
  private func spans(_ row: Double, _ toCanvas: Viewport) -> [SIMD2<Double>] {
    let y = (row - toCanvas.offsetY) / toCanvas.scale
    var crossings: [(x: Double, winding: Int32)] = []
    var from = corners[corners.count - 1]
    for to in corners {
      if (from.y <= y) != (to.y <= y) {
        let x = from.x + (to.x - from.x) * ((y - from.y) / (to.y - from.y))
        crossings.append((x * toCanvas.scale + toCanvas.offsetX, from.y <= y ? 1 : -1))
      }
      from = to
    }
    crossings.sort { $0.x < $1.x }
    var spans: [SIMD2<Double>] = []
    var winding: Int32 = 0
    for index in crossings.indices.dropLast() {
      winding += crossings[index].winding
      if winding != 0 { spans.append(SIMD2(crossings[index].x, crossings[index + 1].x)) }
    }
    return spans
  }
}
