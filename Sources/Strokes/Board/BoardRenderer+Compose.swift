extension BoardRenderer {
  /// Draws the dirty blocks anew and stores those that differ; returns them.
  func compose(reportingAll: Bool) -> BlockMap {
    var damage = BlockMap(width: canvas.width, height: canvas.height)
    if reportingAll { damage.insertAll() }
    let dirty = dirty
    guard !dirty.isEmpty else { return damage }
    var stale = dirty
    stale.formIntersection(staleBase)
    if !stale.isEmpty { composeBase(stale) }
    prepare(dirty)
    base.append(dirty, to: &work)
    paint(gather(dirty, flattened: false), over: dirty)
    canvas.store(work, in: dirty, marking: &damage)
    return damage
  }

  /// Draws what lies below the boundary, from the background up.
  func composeBase(_ blocks: BlockMap) {
    prepare(blocks)
    paintBackground(blocks)
    paint(gather(blocks, flattened: true), over: blocks)
    base.copy(work, to: blocks)
    staleBase.subtract(blocks)
  }

  /// Gives each block its place in the work pixels.
  private func prepare(_ blocks: BlockMap) {
    work.removeAll(keepingCapacity: true)
    Self.number(blocks, &starts)
  }

  private static func number(_ blocks: BlockMap, _ starts: inout [Int]) {
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
        guard isFlattened(number) == flattened else { continue }
        records[Int(number)].isGathered = true
        numbers.append(number)
      }
    }
    for number in numbers { records[Int(number)].isGathered = false }
    if numbers.count > 1 { numbers.sort { state.isBelow($0, $1) } }
    return numbers
  }

  private func paint(_ numbers: [Int32], over blocks: BlockMap) {
    for number in numbers {
      if records[Int(number)].isOpen, let place = place(ofOpen: number) {
        var style = style(of: openStrokes[place].paint)
        openStrokes[place].forEachTile(in: blocks) { block, tiles, start in
          lay(&style, tiles, at: start, over: block)
        }
        continue
      }
      coverage.removeAll()
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
    var style = style(of: paint)
    for (number, block) in coverage.blocks.enumerated() {
      lay(&style, coverage.tiles, at: number * CoverageLayer.tileSize, over: Int(block))
    }
  }

  private func style(of paint: ItemPainter.Paint) -> Compositor.Style {
    Compositor.Style(
      ink: paint.attributes.ink, traits: paint.traits, onDark: isOnDark, boardStep: boardStep)
  }

  private func lay(
    _ style: inout Compositor.Style, _ tiles: [UInt8], at tile: Int, over block: Int
  ) {
    let paper = style.grain.map { depths(of: block, $0) }
    style.lay(tiles, at: tile, over: &work, at: starts[block], paper: paper)
  }

  /// Where the depths of the paper below a block lie.
  private func depths(of block: Int, _ grain: GrainSampler) -> (depths: [UInt8], start: Int) {
    let known = papers.firstIndex { $0.grainsPerUnit == grain.grainsPerUnit }
    let place = known ?? papers.count
    if known == nil {
      papers.append(PaperTiles(grainsPerUnit: grain.grainsPerUnit, blocks: starts.count))
    }
    let corner = origin(of: block)
    let start = papers[place].tile(
      of: block, grain, x: (Double(corner.x) - viewport.offsetX) * boardStep,
      y: (Double(corner.y) - viewport.offsetY) * boardStep)
    return (papers[place].depths, start)
  }

  /// 1/64 board pixel per canvas pixel.
  private var boardStep: Double { Double(BoardUnit.perPixel) / viewport.scale }

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
