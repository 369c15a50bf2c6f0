/// Collects the box around everything that a session ever shows, to fit a board without edges.
///
/// What is undone or erased later counts too: it is seen for a while.
package struct ContentBounds: Sendable {
  /// Nil while nothing has been drawn.
  package private(set) var bounds: BoardBounds?

  private struct Extent {
    var bounds: BoardBounds?
    var margin: Double
  }

  /// Box of each item in its own space, with the transform that was last given to it.
  private var extents: [BoardID: Extent] = [:]
  private var transforms: [BoardID: AffineTransform] = [:]

  package init() {}

  package mutating func include(_ event: BoardEvent) {
    switch event.action {
    case .strokeBegan(let id, let ink, _, _):
      // The pen's hardest press is 2.3 times its nominal width.
      let steps = Double(BoardUnit.perPixel)
      let widest = ink.kind == .pen ? Double(ink.width) * 2 : Double(ink.width)
      extents[id] = Extent(bounds: nil, margin: widest / steps / 2 + 1)
    case .strokePoints(let id, let points):
      include(points, of: id)
    case .outlinePlaced(let id, let placement):
      place(id, Self.box(of: placement.outline), placement.transform)
    case .picturePlaced(let id, let placement):
      let box = BoardBounds(minX: 0, minY: 0, maxX: placement.width, maxY: placement.height)
      place(id, box, placement.transform)
    case .transformed(_, let items, let map) where map.isUsable:
      for id in items { move(id, by: map) }
    case .duplicated(_, let copies, let map) where map.isUsable:
      for copy in copies {
        extents[copy.copy] = extents[copy.source]
        transforms[copy.copy] = transforms[copy.source]
        move(copy.copy, by: map)
      }
    default:
      break
    }
  }

  private mutating func include(_ points: [StrokePoint], of id: BoardID) {
    guard var extent = extents[id] else { return }
    let steps = Double(BoardUnit.perPixel)
    for point in points {
      guard Double(point.x).magnitude <= BoardUnit.largestCoordinate * steps,
        Double(point.y).magnitude <= BoardUnit.largestCoordinate * steps
      else { continue }
      let margin = max(extent.margin, Double(point.width) / steps / 2)
      let (x, y) = (Double(point.x) / steps, Double(point.y) / steps)
      let box = BoardBounds(
        minX: x - margin, minY: y - margin, maxX: x + margin, maxY: y + margin)
      extent.bounds = extent.bounds?.union(box) ?? box
      extent.margin = margin
    }
    extents[id] = extent
    if let box = extent.bounds { show(box, transforms[id] ?? .identity) }
  }

  private mutating func place(_ id: BoardID, _ box: BoardBounds?, _ map: AffineTransform) {
    guard map.isUsable else { return }
    extents[id] = Extent(bounds: box, margin: 0)
    transforms[id] = map
    if let box { show(box, map) }
  }

  private mutating func move(_ id: BoardID, by map: AffineTransform) {
    let combined = (transforms[id] ?? .identity).followed(by: map)
    guard combined.isUsable else { return }
    transforms[id] = combined
    if let box = extents[id]?.bounds { show(box, combined) }
  }

  private mutating func show(_ box: BoardBounds, _ map: AffineTransform) {
    for (x, y) in [
      (box.minX, box.minY), (box.maxX, box.minY), (box.minX, box.maxY), (box.maxX, box.maxY),
    ] {
      let place = map.apply(x: x, y: y)
      let point = BoardBounds(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
      bounds = bounds?.union(point) ?? point
    }
  }

  private static func box(of outline: Outline) -> BoardBounds? {
    var box: BoardBounds?
    let steps = Double(BoardUnit.perPixel)
    func include(_ x: Int32, _ y: Int32) {
      let (px, py) = (Double(x) / steps, Double(y) / steps)
      let point = BoardBounds(minX: px, minY: py, maxX: px, maxY: py)
      box = box?.union(point) ?? point
    }
    for segment in outline.segments {
      switch segment {
      case .move(let x, let y), .line(let x, let y):
        include(x, y)
      case .quadratic(let cx, let cy, let x, let y):
        include(cx, cy)
        include(x, y)
      case .cubic(let c1x, let c1y, let c2x, let c2y, let x, let y):
        include(c1x, c1y)
        include(c2x, c2y)
        include(x, y)
      case .close:
        break
      }
    }
    return box
  }
}
