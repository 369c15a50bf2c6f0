/// Draws one item as it looks now, into coverage or straight over pixels.
struct ItemPainter {
  let viewport: Viewport
  let clip: SweepClip
  let columns: Int32
  let rows: Int32

  /// What an item is painted with.
  struct Paint {
    var attributes: ItemAttributes
    var traits: InkTraits
    var map: AffineTransform

    var nib: SweepRaster.NibShape {
      switch traits.nib {
      case .round:
        return .round
      case .broad:
        return .broad
      case .chisel(let aspect, let cosine, let sine):
        // The nib turns with the item; a shear only turns it.
        let x = Float(map.a) * cosine + Float(map.c) * sine
        let y = Float(map.b) * cosine + Float(map.d) * sine
        let length = (x * x + y * y).squareRoot()
        guard length > 0 else { return .chisel(x: 1, y: 0, aspect: aspect) }
        return .chisel(x: x / length, y: y / length, aspect: aspect)
      }
    }
  }

  init(viewport: Viewport, width: Int32, height: Int32) {
    self.viewport = viewport
    clip = SweepClip(width: width, height: height)
    columns = (width + 15) / 16
    rows = (height + 15) / 16
  }

  func paint(for attributes: ItemAttributes, of item: BoardItem) -> Paint {
    var traits = InkTraits()
    if case .stroke = item.content { traits = .traits(of: attributes.ink.kind) }
    return Paint(
      attributes: attributes, traits: traits,
      map: attributes.transform.followed(by: viewport.transform))
  }

  func tracer(_ item: BoardItem, _ paint: Paint) -> StrokeTracer {
    StrokeTracer(
      ink: paint.attributes.ink, channels: item.path.channels, map: paint.map, clip: clip)
  }

  /// Hands over all the sweeps of a stroke, the tail included.
  @inline(__always)
  func forEachSweep(_ item: BoardItem, _ paint: Paint, _ body: (Sweep) -> Void) {
    var tracer = tracer(item, paint)
    item.path.forEach { tracer.add($0, body) }
    tracer.tail(body)
  }

  /// The blocks that an item may touch.
  func footprint(_ item: BoardItem, _ paint: Paint, picture: MipChain?) -> BlockMap {
    var map = BlockMap(width: columns * 16, height: rows * 16)
    guard paint.attributes.isVisible else { return map }
    switch item.content {
    case .stroke:
      let raster = SweepRaster(nib: paint.nib, softness: paint.traits.softness)
      let hidden = paint.attributes.hiddenPoints
      forEachSweep(item, paint) { sweep in
        guard Int64(sweep.point) >= hidden else { return }
        raster.forEachBlock(of: sweep, columns: columns, rows: rows) { block, _, _ in
          map.insert(block)
        }
      }
    case .outline(let outline):
      if let box = OutlineRaster(outline, map: paint.map).box(columns: columns, rows: rows) {
        for row in box.rows {
          for column in box.columns { map.insert(column: column, row: row) }
        }
      }
    case .picture(let placement):
      if let picture, let raster = self.raster(of: placement, picture, paint) {
        insert(raster.bounds, into: &map)
      }
    }
    return map
  }

  private func insert(_ box: BoardBounds, into map: inout BlockMap) {
    func pixel(_ value: Double, _ limit: Int32) -> Int32 {
      value < -1 ? -1 : value > Double(limit) + 1 ? limit + 1 : Int32(value.rounded(.down))
    }
    let (left, top) = (pixel(box.minX - 1, columns * 16), pixel(box.minY - 1, rows * 16))
    let (right, bottom) = (pixel(box.maxX + 1, columns * 16), pixel(box.maxY + 1, rows * 16))
    map.insert(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  func raster(
    of placement: PicturePlacement, _ picture: MipChain, _ paint: Paint
  )
    -> PictureRaster?
  {
    PictureRaster(
      picture, width: placement.width, height: placement.height, map: paint.map,
      opacity: paint.attributes.ink.colour.alpha)
  }

  /// Draws a stroke's or an outline's coverage in the blocks of `wanted` (nil: all).
  func cover(
    _ item: BoardItem, _ paint: Paint, wanted: BlockMap?, into layer: inout CoverageLayer,
    scratch: inout CoverageLayer
  ) {
    guard paint.attributes.isVisible else { return }
    switch item.content {
    case .picture:
      break
    case .outline(let outline):
      OutlineRaster(outline, map: paint.map).draw(into: &layer, wanted: wanted)
      if !paint.attributes.masks.isEmpty {
        mask(&layer, with: paint.attributes.masks, paint, wanted: wanted, scratch: &scratch)
      }
    case .stroke where paint.attributes.masks.isEmpty:
      draw(item, paint, points: paint.attributes.hiddenPoints..<Int64.max, wanted, &layer)
    case .stroke:
      coverMasked(item, paint, wanted: wanted, into: &layer, scratch: &scratch)
    }
  }

  /// A mask takes from the points that existed when it was made; so the stroke is drawn in spans
  /// between the masks' ends, each below the masks that reach it.
  private func coverMasked(
    _ item: BoardItem, _ paint: Paint, wanted: BlockMap?, into layer: inout CoverageLayer,
    scratch: inout CoverageLayer
  ) {
    var ends: [Int64] = []
    for mask in paint.attributes.masks where mask.pointCount > paint.attributes.hiddenPoints {
      if !ends.contains(mask.pointCount) { ends.append(mask.pointCount) }
    }
    ends.sort()
    ends.append(Int64.max)
    var start = paint.attributes.hiddenPoints
    var span = CoverageLayer(columns: columns, rows: rows)
    for end in ends {
      span.removeAll()
      draw(item, paint, points: start..<end, wanted, &span)
      let masks = paint.attributes.masks.filter { $0.pointCount >= end }
      if !masks.isEmpty { mask(&span, with: masks, paint, wanted: wanted, scratch: &scratch) }
      layer.formMaximum(span)
      start = end
    }
  }

  private func draw(
    _ item: BoardItem, _ paint: Paint, points: Range<Int64>, _ wanted: BlockMap?,
    _ layer: inout CoverageLayer
  ) {
    let raster = SweepRaster(nib: paint.nib, softness: paint.traits.softness)
    forEachSweep(item, paint) { sweep in
      if points.contains(Int64(sweep.point)) { raster.draw(sweep, into: &layer, wanted: wanted) }
    }
  }

  /// Takes from a layer what erasers took from the item.
  private func mask(
    _ layer: inout CoverageLayer, with masks: [ItemAttributes.Mask], _ paint: Paint,
    wanted: BlockMap?, scratch: inout CoverageLayer
  ) {
    scratch.removeAll()
    var drawn = BlockMap(width: columns * 16, height: rows * 16)
    for block in layer.blocks { drawn.insert(Int(block)) }
    let raster = SweepRaster(nib: .round)
    for mask in masks {
      let ink = Ink(kind: .monoline, colour: .black, width: mask.width)
      var tracer = StrokeTracer(
        ink: ink, channels: [], map: mask.toItem.followed(by: paint.map), clip: clip)
      for place in mask.path {
        tracer.add(StrokePoint(x: place.x, y: place.y)) {
          raster.draw($0, into: &scratch, wanted: drawn)
        }
      }
      tracer.tail { raster.draw($0, into: &scratch, wanted: drawn) }
    }
    layer.subtract(scratch)
  }
}
