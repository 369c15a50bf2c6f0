/// The coverage of a stroke that is still being drawn: what is final, and its provisional tail.
struct OpenStroke {
  var tracer: StrokeTracer
  var layer: CoverageLayer
  var tail: CoverageLayer
  /// Points of the path that the tracer has taken.
  var taken = 0

  init(tracer: StrokeTracer, columns: Int32, rows: Int32) {
    self.tracer = tracer
    layer = CoverageLayer(columns: columns, rows: rows)
    tail = CoverageLayer(columns: columns, rows: rows)
  }

  /// Draws the points that came since, and marks the blocks that may look different.
  mutating func extend(
    _ item: BoardItem, _ paint: ItemPainter.Paint, dirty: inout BlockMap
  ) {
    for block in tail.blocks { dirty.insert(Int(block)) }
    tail.removeAll()
    let raster = SweepRaster(nib: paint.nib, wanted: nil)
    let hidden = paint.attributes.hiddenPoints
    while taken < item.path.count {
      tracer.add(item.path[taken]) { sweep in
        guard Int64(sweep.point) >= hidden else { return }
        raster.forEachBlock(of: sweep, columns: layer.columns, rows: layer.rows) { block, _, _ in
          dirty.insert(block)
        }
        raster.draw(sweep, into: &layer)
      }
      taken += 1
    }
    tracer.tail { sweep in
      if Int64(sweep.point) >= hidden { raster.draw(sweep, into: &tail) }
    }
    for block in tail.blocks { dirty.insert(Int(block)) }
  }
}
