/// The coverage of a stroke that is still being drawn: what is final, and its provisional tail.
struct OpenStroke {
  /// The memory that its coverage lies in.
  struct Layers {
    /// What no further point changes.
    var final: CoverageLayer
    /// All of the stroke in the blocks that its provisional end touches, and what that was before
    /// the last points came.
    var tail: CoverageLayer
    var lastTail: CoverageLayer

    init(columns: Int32, rows: Int32) {
      final = CoverageLayer(columns: columns, rows: rows)
      (tail, lastTail) = (final, final)
    }

    mutating func removeAll() {
      final.removeAll()
      tail.removeAll()
      lastTail.removeAll()
    }
  }

  let item: Int32
  let paint: ItemPainter.Paint
  private var tracer: StrokeTracer
  private var layers: Layers
  /// Blocks under which the index lists the stroke.
  private(set) var footprint: BlockMap
  /// Points of the path that the tracer has taken.
  private var taken = 0

  /// - Parameter layers: empty.
  init(item: Int32, paint: ItemPainter.Paint, tracer: StrokeTracer, layers: consuming Layers) {
    self.item = item
    self.paint = paint
    self.tracer = tracer
    footprint = BlockMap(width: layers.final.columns * 16, height: layers.final.rows * 16)
    self.layers = layers
  }

  /// The layers for the next stroke, emptied.
  consuming func emptied() -> Layers {
    layers.removeAll()
    return layers
  }

  /// Visits the blocks of a map that it covers, with the place of their coverage.
  @inline(__always)
  func forEachTile(in blocks: BlockMap, _ body: (_ block: Int, [UInt8], _ start: Int) -> Void) {
    blocks.forEach { block in
      if let tile = tile(of: block) { body(block, tile.tiles, tile.start) }
    }
  }

  /// Where the coverage of a block lies as it is shown; nil where there is none.
  private func tile(of block: Int) -> (tiles: [UInt8], start: Int)? {
    if let start = layers.tail.tile(of: block) { return (layers.tail.tiles, start) }
    guard let start = layers.final.tile(of: block) else { return nil }
    return (layers.final.tiles, start)
  }

  /// Draws the points that came since, and marks the blocks that look different.
  ///
  /// - Parameters:
  ///   - predicted: points that the pen is expected to report next. They are part of the tail, so
  ///     the next call takes them away again.
  ///   - onChange: is told of blocks that enter and leave the footprint.
  mutating func extend(
    _ path: StrokePath, predicted: [StrokePoint], dirty: inout BlockMap,
    onChange: (_ block: Int, _ isListed: Bool) -> Void = { _, _ in }
  ) {
    swap(&layers.tail, &layers.lastTail)
    layers.tail.removeAll()
    layers.final.raised.removeAll()
    let known = layers.final.blocks.count
    draw(path, predicted)
    dirty.formUnion(layers.final.raised)
    compareTails(&dirty)
    for block in layers.lastTail.blocks where tile(of: Int(block)) == nil {
      // Only a tail was here, and it has turned out otherwise.
      footprint.remove(Int(block))
      onChange(Int(block), false)
    }
    list(layers.final.blocks[known...], onChange)
    list(layers.tail.blocks[...], onChange)
  }

  private mutating func list(_ blocks: ArraySlice<Int32>, _ onChange: (Int, Bool) -> Void) {
    for block in blocks where !footprint.contains(Int(block)) {
      footprint.insert(Int(block))
      onChange(Int(block), true)
    }
  }

  private mutating func draw(_ path: StrokePath, _ predicted: [StrokePoint]) {
    let raster = SweepRaster(nib: paint.nib, softness: paint.traits.softness)
    let hidden = paint.attributes.hiddenPoints
    path.forEach(from: taken) { point in
      tracer.add(point) { sweep in
        if Int64(sweep.point) >= hidden { raster.draw(sweep, into: &layers.final) }
      }
    }
    taken = path.count
    var provisional = tracer
    for point in predicted {
      provisional.add(point) { sweep in
        if Int64(sweep.point) >= hidden { raster.draw(sweep, into: &layers.tail) }
      }
    }
    provisional.tail { sweep in
      if Int64(sweep.point) >= hidden { raster.draw(sweep, into: &layers.tail) }
    }
    layers.tail.raise(to: layers.final)
  }

  /// Marks the blocks in which a tail shows something else than what was shown before.
  private func compareTails(_ dirty: inout BlockMap) {
    for (number, block) in layers.tail.blocks.enumerated() where !dirty.contains(Int(block)) {
      let before = layers.lastTail.tile(of: Int(block)).map { (layers.lastTail.tiles, $0) }
      let shown = (layers.tail.tiles, number * CoverageLayer.tileSize)
      if !isSame(before ?? finalTile(of: block), shown) { dirty.insert(Int(block)) }
    }
    for (number, block) in layers.lastTail.blocks.enumerated()
    where !dirty.contains(Int(block)) && layers.tail.tile(of: Int(block)) == nil {
      let before = (layers.lastTail.tiles, number * CoverageLayer.tileSize)
      if !isSame(before, finalTile(of: block)) { dirty.insert(Int(block)) }
    }
  }

  private func finalTile(of block: Int32) -> ([UInt8], Int)? {
    layers.final.tile(of: Int(block)).map { (layers.final.tiles, $0) }
  }

  private func isSame(_ one: ([UInt8], Int)?, _ other: ([UInt8], Int)?) -> Bool {
    guard let one, let other else { return false }
    return BlockMemory.isSame(one.0, at: one.1, as: other.0, at: other.1)
  }
}
