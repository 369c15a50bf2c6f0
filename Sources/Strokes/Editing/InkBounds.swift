/// Boxes around the ink of single items, in board pixels.
enum InkBounds {
  /// What is known of an item's box, nil for one that draws nothing.
  enum Cached {
    case unknown
    case known(BoardBounds?)
  }

  /// Around all that an item draws, erasers' masks left aside; nil when it draws nothing.
  static func box(of item: BoardItem, _ attributes: ItemAttributes) -> BoardBounds? {
    guard let places = placesBox(of: item, attributes.transform) else { return nil }
    guard item.isStroke else { return places }
    // The curve bulges between its points and the nib is as wide as the ink makes it, so the stroke
    // is traced, on a canvas that holds all its points.
    let size = max(places.maxX - places.minX, places.maxY - places.minY)
    var scale = 1.0
    while size * scale > 32_768 { scale /= 2 }
    let margin = 4_096.0
    let view = Viewport(
      scale: scale, offsetX: margin - places.minX * scale, offsetY: margin - places.minY * scale)
    let painter = ItemPainter(viewport: view, width: 49_152, height: 49_152)
    var box: BoardBounds?
    painter.forEachSweep(item, painter.paint(for: attributes, of: item)) { sweep in
      guard Int64(sweep.point) >= attributes.hiddenPoints else { return }
      let swept = reach(of: sweep)
      box = box?.union(swept) ?? swept
    }
    guard let box else { return nil }
    return BoardBounds(
      minX: (box.minX - view.offsetX) / scale, minY: (box.minY - view.offsetY) / scale,
      maxX: (box.maxX - view.offsetX) / scale, maxY: (box.maxY - view.offsetY) / scale)
  }

  /// The box that a sweep may cover, in canvas pixels, whatever its nib.
  private static func reach(of sweep: Sweep) -> BoardBounds {
    let reach = Double(max(Self.reach(of: sweep.from), Self.reach(of: sweep.to)))
    return BoardBounds(
      minX: Double(min(sweep.from.x, sweep.to.x)) - reach,
      minY: Double(min(sweep.from.y, sweep.to.y)) - reach,
      maxX: Double(max(sweep.from.x, sweep.to.x)) + reach,
      maxY: Double(max(sweep.from.y, sweep.to.y)) + reach)
  }

  /// A chisel's corner lies √(1 + 1/16) half widths from its middle.
  private static func reach(of end: Sweep.End) -> Float {
    end.radius * 1.031 + (end.edgeX * end.edgeX + end.edgeY * end.edgeY).squareRoot() + 0.5
  }

  /// Around the places of an item's content, moved by `map`.
  private static func placesBox(of item: BoardItem, _ map: AffineTransform) -> BoardBounds? {
    var box: BoardBounds?
    func include(_ x: Double, _ y: Double) {
      let place = map.apply(x: x, y: y)
      let point = BoardBounds(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
      box = box?.union(point) ?? point
    }
    let steps = Double(BoardUnit.perPixel)
    switch item.content {
    case .stroke:
      item.path.forEach { include(Double($0.x) / steps, Double($0.y) / steps) }
    case .outline(let outline):
      for segment in outline.segments {
        for place in segment.places { include(Double(place.x) / steps, Double(place.y) / steps) }
      }
    case .picture(let placement):
      for (x, y) in [(0.0, 0.0), (placement.width, 0), (0, placement.height)] { include(x, y) }
      include(placement.width, placement.height)
    }
    return box
  }
}

extension Outline.Segment {
  /// Control places and end, in 1/64 board pixel.
  fileprivate var places: [SIMD2<Int32>] {
    switch self {
    case .move(let x, let y), .line(let x, let y): [SIMD2(x, y)]
    case .quadratic(let cx, let cy, let x, let y): [SIMD2(cx, cy), SIMD2(x, y)]
    case .cubic(let c1x, let c1y, let c2x, let c2y, let x, let y):
      [SIMD2(c1x, c1y), SIMD2(c2x, c2y), SIMD2(x, y)]
    case .close: []
    }
  }
}
