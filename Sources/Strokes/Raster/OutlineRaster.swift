/// Fills outlines into coverage layers.
///
/// Every pixel row is cut by 16 lines; on each the inside is known exactly between the crossings,
/// so a pixel's coverage has 16 steps from top to bottom and is exact from left to right.
struct OutlineRaster {
  private struct Edge {
    var x0: Float
    var y0: Float
    var x1: Float
    var y1: Float
    /// +1 downwards, −1 upwards.
    var winding: Int32
  }

  private struct Crossing {
    var x: Float
    var winding: Int32
  }

  private var edges: [Edge] = []
  private let isEvenOdd: Bool
  private(set) var top: Float = .infinity
  private(set) var bottom: Float = -.infinity
  private(set) var left: Float = .infinity
  private(set) var right: Float = -.infinity

  private static let lines: Int32 = 16
  private static let mostPieces = 64.0
  /// Up to so many crossings of a line are sorted by insertion.
  private static let mostInserted = 32

  /// - Parameter map: from the outline's space (board pixels) to the canvas.
  init(_ outline: Outline, map: AffineTransform) {
    isEvenOdd = outline.fillRule == .evenOdd
    var start: (x: Double, y: Double) = (0, 0)
    var pen: (x: Double, y: Double) = (0, 0)
    let steps = Double(BoardUnit.perPixel)
    func place(_ x: Int32, _ y: Int32) -> (x: Double, y: Double) {
      map.apply(x: Double(x) / steps, y: Double(y) / steps)
    }
    for segment in outline.segments {
      switch segment {
      case .move(let x, let y):
        line(pen, start)
        start = place(x, y)
        pen = start
      case .line(let x, let y):
        let end = place(x, y)
        line(pen, end)
        pen = end
      case .quadratic(let cx, let cy, let x, let y):
        let (control, end) = (place(cx, cy), place(x, y))
        let c1 = (pen.x + (control.x - pen.x) * 2 / 3, pen.y + (control.y - pen.y) * 2 / 3)
        let c2 = (end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3)
        curve(pen, c1, c2, end)
        pen = end
      case .cubic(let c1x, let c1y, let c2x, let c2y, let x, let y):
        let end = place(x, y)
        curve(pen, place(c1x, c1y), place(c2x, c2y), end)
        pen = end
      case .close:
        line(pen, start)
        pen = start
      }
    }
    line(pen, start)
  }

  private mutating func line(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) {
    for end in [from, to] {
      let (x, y) = (Float(end.x), Float(end.y))
      left = x < left ? x : left
      right = x > right ? x : right
      top = y < top ? y : top
      bottom = y > bottom ? y : bottom
    }
    let (y0, y1) = (Float(from.y), Float(to.y))
    if y0 < y1 {
      edges.append(Edge(x0: Float(from.x), y0: y0, x1: Float(to.x), y1: y1, winding: 1))
    } else if y1 < y0 {
      edges.append(Edge(x0: Float(to.x), y0: y1, x1: Float(from.x), y1: y0, winding: -1))
    }
  }

  private mutating func curve(
    _ start: (x: Double, y: Double), _ c1: (x: Double, y: Double), _ c2: (x: Double, y: Double),
    _ end: (x: Double, y: Double)
  ) {
    let (ax, ay) = (start.x - 2 * c1.x + c2.x, start.y - 2 * c1.y + c2.y)
    let (bx, by) = (c1.x - 2 * c2.x + end.x, c1.y - 2 * c2.y + end.y)
    let (a, b) = (ax * ax + ay * ay, bx * bx + by * by)
    let wanted = (7.5 * (a > b ? a : b).squareRoot()).squareRoot().rounded(.up)
    let pieces = Int32(wanted < 1 ? 1 : wanted < Self.mostPieces ? wanted : Self.mostPieces)
    var from = start
    for piece in 1...pieces {
      let s = Double(piece) / Double(pieces)
      let u = 1 - s
      let (b0, b1, b2, b3) = (u * u * u, 3 * u * u * s, 3 * u * s * s, s * s * s)
      let to =
        piece == pieces
        ? end
        : (
          x: b0 * start.x + b1 * c1.x + b2 * c2.x + b3 * end.x,
          y: b0 * start.y + b1 * c1.y + b2 * c2.y + b3 * end.y
        )
      line(from, to)
      from = to
    }
  }

  /// The blocks of the box around the outline.
  func box(columns: Int32, rows: Int32) -> (columns: ClosedRange<Int32>, rows: ClosedRange<Int32>)?
  {
    guard left <= right, right >= 0, bottom >= 0, left < Float(columns) * 16,
      top < Float(rows) * 16
    else { return nil }
    func block(_ position: Float, _ count: Int32) -> Int32 {
      let index = (position / 16).rounded(.down)
      return index < 0 ? 0 : index >= Float(count) ? count - 1 : Int32(index)
    }
    return (
      block(left, columns)...block(right, columns), block(top, rows)...block(bottom, rows)
    )
  }

  /// Fills the blocks of `wanted` that the outline's box touches.
  func draw(into layer: inout CoverageLayer, wanted: BlockMap?) {
    guard let box = box(columns: layer.columns, rows: layer.rows) else { return }
    var crossings: [Crossing] = []
    var row: [Float] = []
    for blockRow in box.rows {
      var first: Int32?
      var last = box.columns.lowerBound
      for column in box.columns {
        let block = Int(blockRow) * Int(layer.columns) + Int(column)
        guard wanted?.contains(block) ?? true else { continue }
        if first == nil { first = column }
        last = column
      }
      guard let first else { continue }
      let active = edges.filter { edge in
        edge.y0 < Float(blockRow) * 16 + 16 && edge.y1 > Float(blockRow) * 16
      }
      if active.isEmpty { continue }
      let originX = Float(first) * 16
      let width = Int(last - first + 1) * 16
      for line in 0..<Int32(16) {
        row.removeAll(keepingCapacity: true)
        for _ in 0..<width { row.append(0) }
        for cut in 0..<Self.lines {
          let y = Float(blockRow * 16 + line) + (Float(cut) + 0.5) / Float(Self.lines)
          cross(active, y, &crossings)
          fill(crossings, originX, &row)
        }
        store(row, line, blockRow, first...last, wanted, &layer)
      }
    }
  }

  private func cross(_ active: [Edge], _ y: Float, _ crossings: inout [Crossing]) {
    crossings.removeAll(keepingCapacity: true)
    for edge in active where edge.y0 <= y && y < edge.y1 {
      let x = edge.x0 + (edge.x1 - edge.x0) * ((y - edge.y0) / (edge.y1 - edge.y0))
      crossings.append(Crossing(x: x, winding: edge.winding))
    }
    guard crossings.count <= Self.mostInserted else {
      crossings.sort { $0.x < $1.x }
      return
    }
    for index in crossings.indices.dropFirst() {
      let crossing = crossings[index]
      var place = index
      while place > 0, crossings[place - 1].x > crossing.x {
        crossings[place] = crossings[place - 1]
        place -= 1
      }
      crossings[place] = crossing
    }
  }

  private func fill(_ crossings: [Crossing], _ originX: Float, _ row: inout [Float]) {
    var winding: Int32 = 0
    for index in crossings.indices.dropLast() {
      winding += isEvenOdd ? 1 : crossings[index].winding
      guard isEvenOdd ? winding & 1 == 1 : winding != 0 else { continue }
      let from = max(crossings[index].x - originX, 0)
      let to = min(crossings[index + 1].x - originX, Float(row.count))
      guard from < to else { continue }
      let (firstPixel, lastPixel) = (Int(from), min(Int(to), row.count - 1))
      if firstPixel == lastPixel {
        row[firstPixel] += to - from
      } else {
        row[firstPixel] += Float(firstPixel + 1) - from
        for pixel in firstPixel + 1..<lastPixel { row[pixel] += 1 }
        row[lastPixel] += to - Float(lastPixel)
      }
    }
  }

  private func store(
    _ row: [Float], _ line: Int32, _ blockRow: Int32, _ columns: ClosedRange<Int32>,
    _ wanted: BlockMap?, _ layer: inout CoverageLayer
  ) {
    for column in columns {
      let block = Int(blockRow) * Int(layer.columns) + Int(column)
      guard wanted?.contains(block) ?? true else { continue }
      let first = Int(column - columns.lowerBound) * 16
      let tile = layer.makeTile(of: block) + Int(line) * 16
      for pixel in 0..<16 {
        let covered = row[first + pixel] / Float(Self.lines)
        layer.raise(tile + pixel, to: UInt8((covered < 1 ? covered : 1) * 255 + 0.5))
      }
    }
  }
}
