/// Collects the box around everything that a session ever shows, to fit a board without edges.
///
/// What is undone or erased later counts too: it is seen for a while.
package struct ContentBounds: Sendable {
  /// Nil while nothing has been drawn.
  package private(set) var bounds: BoardBounds?

  private var state = BoardState(header: BoardHeader())
  /// The box of each item's places in its own space, and the widest of its points.
  private var extents: [Extent] = []

  private struct Extent {
    var box: BoardBounds?
    var widest = 0.0
    var taken = 0
  }

  package init() {}

  package mutating func include(_ event: BoardEvent) {
    state.apply(event)
    for change in state.drainChanges() {
      switch change {
      case .points(let item), .item(let item):
        show(item)
      case .cleared(_, let items, _):
        for item in items { show(item) }
      case .background:
        break
      }
    }
  }

  private mutating func show(_ number: Int32) {
    let item = state.items[Int(number)]
    while extents.count <= Int(number) { extents.append(Extent()) }
    let attributes = state.attributes(of: number)
    var extent = extents[Int(number)]
    switch item.content {
    case .stroke:
      take(item.path, into: &extent)
      let nominal = Double(attributes.ink.width) / Double(BoardUnit.perPixel)
      extent.widest = max(
        extent.widest, nominal * PenDynamics.mostOverNominal(attributes.ink.kind))
    case .outline(let outline):
      if extent.taken == 0 { extent.box = Self.box(of: outline) }
      extent.taken = 1
    case .picture(let placement):
      extent.box = BoardBounds(minX: 0, minY: 0, maxX: placement.width, maxY: placement.height)
    }
    extents[Int(number)] = extent
    guard attributes.isVisible, var box = extent.box else { return }
    // A chisel reaches beyond its half width.
    let margin = extent.widest * 0.55 + (extent.widest > 0 ? 0.5 : 0)
    box.minX -= margin
    box.minY -= margin
    box.maxX += margin
    box.maxY += margin
    for (x, y) in [
      (box.minX, box.minY), (box.maxX, box.minY), (box.minX, box.maxY), (box.maxX, box.maxY),
    ] {
      let place = attributes.transform.apply(x: x, y: y)
      let point = BoardBounds(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
      bounds = bounds?.union(point) ?? point
    }
  }

  private func take(_ path: StrokePath, into extent: inout Extent) {
    let steps = Double(BoardUnit.perPixel)
    guard extent.taken < path.count else { return }
    path.forEach(from: extent.taken) { point in
      let (x, y) = (Double(point.x) / steps, Double(point.y) / steps)
      let place = BoardBounds(minX: x, minY: y, maxX: x, maxY: y)
      extent.box = extent.box?.union(place) ?? place
      extent.widest = max(extent.widest, Double(point.width) / steps)
    }
    extent.taken = path.count
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
