/// A board and its picture: events in, pixels and damage out.
///
/// The picture is composited block by block from the background and the items in order. What lies
/// below the lowest open stroke is kept flattened in `base`; open strokes keep their coverage; all
/// other items are drawn again only in the blocks where something at or below them changed. Each
/// path ends in the same whole-number operations, so a picture drawn event by event equals one
/// drawn at once, bit for bit.
package final class BoardRenderer {
  package internal(set) var canvas: Canvas
  package private(set) var viewport: Viewport
  /// Number of the last step that changed something; hints refer to it.
  package private(set) var step: UInt64 = 0

  var state: BoardState
  let header: BoardHeader
  let backdrop: Colour?
  var painter: ItemPainter
  var records: [ItemRecord] = []
  var index: BlockIndex
  var pictures: [ContentHash: MipChain] = [:]

  /// The picture below `boundary`, where it is not stale.
  var base: BlockPixels
  var staleBase: BlockMap
  /// The lowest item that is not flattened into the base; nil when all are.
  var boundary: Int32?
  /// The items from `boundary` up.
  var above: [Int32] = []

  /// Blocks that may look different than the canvas shows.
  var dirty: BlockMap
  var isFirst: Bool
  /// How many items earlier steps have seen, and the highest of them.
  var knownItems = 0
  var topItem: Int32?
  var changed: [Int32] = []
  var extended: [Int32] = []
  var pendingHint: DamageHint?
  private var stepsBeforeClears: [Int32: UInt64] = [:]

  // Memory that one step after the other uses.
  var coverage: CoverageLayer
  var eraser: CoverageLayer
  var work: [UInt32] = []
  /// The paper of this view, by the sizes of grains that inks have asked for.
  var papers: [PaperTiles] = []
  /// Where a block's pixels start in `work`.
  var starts: [Int]

  /// The strokes being drawn whose coverage is kept.
  var openStrokes: [OpenStroke] = []
  /// Empty layers of finished strokes, for the next.
  var spareLayers: [OpenStroke.Layers] = []
  /// Open strokes that have ended, whose coverage the next picture still needs.
  var finished: [Int32] = []
  /// Points that are expected next, of the open strokes that have any.
  var predictions: [(item: Int32, points: [StrokePoint])] = []
  /// The boxes around items' ink that hit tests have needed since the items changed last.
  var inkBoxes: [InkBounds.Cached] = []
  /// How the items under preview are moved until the act itself comes.
  var previewMap = AffineTransform.identity
  var previewed: [Int32] = []

  /// What the renderer remembers of an item.
  struct ItemRecord {
    /// Blocks under which the index lists the item, in raster order; for an open stroke in
    /// `openStrokes` its own map counts.
    var footprint: [Int32] = []
    var isOpen = false
    var isChanged = true
    var isGathered = false
    var isPreviewed = false
  }

  /// The picture of an empty board. The first `render()` damages every block.
  ///
  /// - Parameter backdrop: what shows through a transparent background; nil keeps it transparent.
  package init(
    header: BoardHeader, width: Int32, height: Int32, viewport: Viewport, backdrop: Colour? = nil
  ) {
    canvas = Canvas(width: width, height: height)
    self.viewport = viewport
    self.header = header
    self.backdrop = backdrop
    state = BoardState(header: header)
    painter = ItemPainter(viewport: viewport, width: width, height: height)
    var all = BlockMap(width: width, height: height)
    all.insertAll()
    let blocks = all.count
    index = BlockIndex(blocks: blocks)
    base = BlockPixels(blocks: blocks)
    staleBase = all
    dirty = all
    isFirst = true
    coverage = CoverageLayer(columns: all.columns, rows: all.rows)
    eraser = coverage
    starts = Array(repeating: -1, count: blocks)
  }

  /// Takes an event into the board's state. Draws nothing yet.
  package func apply(_ event: BoardEvent) {
    state.apply(event)
  }

  /// Supplies the pixels of a resource; items that refer to it appear.
  package func provide(_ picture: Picture, for hash: ContentHash) {
    guard pictures[hash] == nil else { return }
    pictures[hash] = MipChain(picture)
    takeChanges()
    for number in state.items.indices {
      if case .picture(let placement) = state.items[number].content, placement.hash == hash {
        noteChange(of: Int32(number))
      }
    }
    if case .picture(let shown) = state.background, shown == hash { repaintAll() }
  }

  /// Shows another part of the board, or the same at another scale. A view that is no view (not
  /// finite, beyond the board's limits) changes nothing.
  package func show(_ viewport: Viewport) {
    guard viewport != self.viewport, viewport.scale > 0, viewport.transform.isUsable else { return }
    takeChanges()
    pendingHint = scrollHint(to: viewport)
    self.viewport = viewport
    papers.removeAll()
    painter = ItemPainter(viewport: viewport, width: canvas.width, height: canvas.height)
    repaintAll()
    for number in state.items.indices { noteChange(of: Int32(number)) }
  }

  /// Brings the picture up to the state; says exactly which blocks now differ.
  package func render() -> Damage {
    updateIndex()
    let lowestOpen = state.lowestOpenItem
    let isWhole = isFirst
    isFirst = false
    let damage = compose(reportingAll: isWhole)
    raiseBoundary(to: lowestOpen)
    closeFinished()
    dirty.removeAll()
    // After a whole picture there is no reason to keep as much memory for the next few blocks.
    if work.count > 1 << 18 { work = [] }
    let hint = pendingHint
    pendingHint = nil
    if !damage.isEmpty { step += 1 }
    return Damage(blocks: damage, hint: damage.isEmpty ? nil : hint)
  }
}

// MARK: What changed

extension BoardRenderer {
  /// Brings what is remembered of the items up to the state, and draws nothing yet.
  func updateIndex() {
    takeChanges()
    lowerBoundary(to: state.lowestOpenItem)
    updateItems()
  }

  private func repaintAll() {
    staleBase.insertAll()
    dirty.insertAll()
  }

  private func scrollHint(to viewport: Viewport) -> DamageHint? {
    let dx = viewport.offsetX - self.viewport.offsetX
    let dy = viewport.offsetY - self.viewport.offsetY
    guard viewport.scale == self.viewport.scale, dx == dx.rounded(), dy == dy.rounded(),
      dx.magnitude < Double(canvas.width), dy.magnitude < Double(canvas.height)
    else { return nil }
    return .scrolled(dx: Int32(dx), dy: Int32(dy))
  }

  func noteChange(of number: Int32) {
    while records.count <= Int(number) {
      changed.append(Int32(records.count))
      records.append(ItemRecord())
    }
    guard !records[Int(number)].isChanged else { return }
    records[Int(number)].isChanged = true
    changed.append(number)
  }

  func takeChanges() {
    for change in state.drainChanges() {
      switch change {
      case .points(let item):
        if Int(item) >= records.count || !records[Int(item)].isOpen { noteChange(of: item) }
        if extended.last != item { extended.append(item) }
        if !predictions.isEmpty { predictions.removeAll { $0.item == item } }
      case .item(let item):
        noteChange(of: item)
      case .background:
        repaintAll()
      case .cleared(let operation, let items, let isLive):
        for item in items { noteChange(of: item) }
        noteClear(operation, isLive: isLive)
      }
    }
  }

  private func noteClear(_ operation: Int32, isLive: Bool) {
    if isLive {
      stepsBeforeClears[operation] = step
      pendingHint = .cleared
    } else if let before = stepsBeforeClears[operation] {
      pendingHint = .restored(step: before)
    }
  }
}
