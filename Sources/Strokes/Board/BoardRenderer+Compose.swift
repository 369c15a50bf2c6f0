extension BoardRenderer {
  /// Draws the dirty blocks anew and stores those that differ; returns them.
  func compose(reportingAll: Bool) -> BlockMap {
    var damage = BlockMap(width: canvas.width, height: canvas.height)
    if reportingAll { damage.insertAll() }
    guard !dirty.isEmpty else { return damage }
    var stale = BlockMap(width: canvas.width, height: canvas.height)
    dirty.forEach { block in
      if staleBase.contains(block) { stale.insert(block) }
    }
    if !stale.isEmpty { composeBase(stale) }
    prepare(dirty)
    dirty.forEach { block in
      work.append(contentsOf: base.pixels[block * 256..<block * 256 + 256])
    }
    paint(gather(dirty, flattened: false), over: dirty)
    dirty.forEach { block in
      let corner = origin(of: block)
      if canvas.store(work, at: starts[block], x: corner.x, y: corner.y) { damage.insert(block) }
    }
    return damage
  }

  /// Draws what lies below the boundary, from the background up.
  func composeBase(_ blocks: BlockMap) {
    prepare(blocks)
    paintBackground(blocks)
    paint(gather(blocks, flattened: true), over: blocks)
    blocks.forEach { block in
      base.copy(work, at: starts[block], to: block)
      staleBase.remove(block)
    }
  }

  /// Gives each block its place in the work pixels.
  private func prepare(_ blocks: BlockMap) {
    work.removeAll(keepingCapacity: true)
    var start = 0
    blocks.forEach { block in
      starts[block] = start
      start += 256
    }
  }

  /// The items that touch the blocks, from bottom to top, on one side of the boundary.
  private func gather(_ blocks: BlockMap, flattened: Bool) -> [Int32] {
    var numbers: [Int32] = []
    blocks.forEach { block in
      for number in index[block] where !records[Int(number)].isGathered {
        guard isFlattened(state.items[Int(number)]) == flattened else { continue }
        records[Int(number)].isGathered = true
        numbers.append(number)
      }
    }
    for number in numbers { records[Int(number)].isGathered = false }
    numbers.sort { state.items[Int($0)].isBelow(state.items[Int($1)]) }
    return numbers
  }

  private func paint(_ numbers: [Int32], over blocks: BlockMap) {
    for number in numbers {
      coverage.removeAll()
      if records[Int(number)].isOpen {
        for open in openStrokes where open.item == number {
          open.layer.copy(into: &coverage, wanted: blocks)
          open.tail.copy(into: &coverage, wanted: blocks)
          lay(open.paint)
        }
        continue
      }
      let item = state.items[Int(number)]
      let paint = paint(of: number)
      if case .picture(let placement) = item.content {
        guard let picture = pictures[placement.hash],
          let raster = painter.raster(of: placement, picture, paint)
        else { continue }
        lay(raster, over: blocks, within: footprint(of: number))
      } else {
        painter.cover(item, paint, wanted: blocks, into: &coverage, scratch: &eraser)
        lay(paint)
      }
    }
  }

  /// Lays the coverage just drawn over the work pixels.
  private func lay(_ paint: ItemPainter.Paint) {
    let step = Double(BoardUnit.perPixel) / viewport.scale
    var style = Compositor.Style(
      ink: paint.attributes.ink, traits: paint.traits, onDark: isOnDark, boardStep: step)
    for (number, block) in coverage.blocks.enumerated() {
      let corner = origin(of: Int(block))
      style.lay(
        coverage.tiles, at: number * CoverageLayer.tileSize, over: &work, at: starts[Int(block)],
        x: (Double(corner.x) - viewport.offsetX) * step,
        y: (Double(corner.y) - viewport.offsetY) * step)
    }
  }

  private func lay(_ raster: PictureRaster, over blocks: BlockMap, within footprint: BlockMap) {
    blocks.forEach { block in
      guard footprint.contains(block) else { return }
      let corner = origin(of: block)
      raster.lay(
        over: &work, at: starts[block], originX: Int32(corner.x),
        originY: Int32(corner.y))
    }
  }

  private func paintBackground(_ blocks: BlockMap) {
    var fill = backdrop.map(Compositor.premultiplied) ?? 0
    if case .colour(let colour) = state.background {
      fill = Compositor.over(fill, Compositor.premultiplied(colour), opacity: 255)
    }
    work.append(contentsOf: repeatElement(fill, count: blocks.count * 256))
    guard case .picture(let hash) = state.background, let picture = pictures[hash],
      let raster = backgroundRaster(picture)
    else { return }
    lay(raster, over: blocks, within: blocks)
  }

  /// A background picture fills the board's canvas, or the view of a board without edges.
  private func backgroundRaster(_ picture: MipChain) -> PictureRaster? {
    if let width = header.canvasWidth, let height = header.canvasHeight {
      return PictureRaster(
        picture, width: Double(width), height: Double(height), map: viewport.transform,
        opacity: 255)
    }
    return PictureRaster(
      picture, width: Double(canvas.width), height: Double(canvas.height), map: .identity,
      opacity: 255)
  }

  /// On a dark board nothing could darken, so inks that multiply cover instead.
  private var isOnDark: Bool {
    var colour = backdrop ?? .white
    if case .colour(let shown) = state.background, shown.alpha > 127 { colour = shown }
    let luma = UInt32(colour.red) * 299 + UInt32(colour.green) * 587 + UInt32(colour.blue) * 114
    return luma < 100_000
  }
}
