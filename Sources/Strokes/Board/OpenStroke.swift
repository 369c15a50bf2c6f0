/// The coverage of a stroke that is still being drawn: what is final, and its provisional tail.
struct OpenStroke {
  let item: Int32
  let paint: ItemPainter.Paint
  private var tracer: StrokeTracer
  private(set) var layer: CoverageLayer
  private(set) var tail: CoverageLayer
  /// Blocks under which the index lists the stroke.
  var footprint: BlockMap
  /// Points of the path that the tracer has taken.
  private var taken = 0

  /// - Parameter layers: two empty layers, used before or new.
  init(
    item: Int32, paint: ItemPainter.Paint, tracer: StrokeTracer, blocks: BlockMap,
    layers: (CoverageLayer, CoverageLayer)
  ) {
    self.item = item
    self.paint = paint
    self.tracer = tracer
    (layer, tail) = layers
    footprint = blocks
  }

  /// The layers, emptied for the next stroke.
  consuming func emptied() -> (CoverageLayer, CoverageLayer) {
    var layers = (layer, tail)
    layers.0.removeAll()
    layers.1.removeAll()
    return layers
  }

  /// Whether any of its coverage lies in a block.
  func reaches(_ block: Int) -> Bool {
    layer.tile(of: block) != nil || tail.tile(of: block) != nil
  }

  /// Draws the points that came since, and marks the blocks that may look different.
  ///
  /// - Parameter predicted: points that the pen is expected to report next. They are part of the
  ///   tail, so the next call takes them away again.
  mutating func extend(_ path: StrokePath, predicted: [StrokePoint], dirty: inout BlockMap) {
    for block in tail.blocks { dirty.insert(Int(block)) }
    tail.removeAll()
    let raster = SweepRaster(nib: paint.nib, softness: paint.traits.softness, wanted: nil)
    let hidden = paint.attributes.hiddenPoints
    path.forEach(from: taken) { point in
      tracer.add(point) { sweep in
        guard Int64(sweep.point) >= hidden else { return }
        raster.forEachBlock(of: sweep, columns: layer.columns, rows: layer.rows) { block, _, _ in
          dirty.insert(block)
        }
        raster.draw(sweep, into: &layer)
      }
    }
    taken = path.count
    var provisional = tracer
    for point in predicted {
      provisional.add(point) { sweep in
        if Int64(sweep.point) >= hidden { raster.draw(sweep, into: &tail) }
      }
    }
    provisional.tail { sweep in
      if Int64(sweep.point) >= hidden { raster.draw(sweep, into: &tail) }
    }
    for block in tail.blocks { dirty.insert(Int(block)) }
  }
}
