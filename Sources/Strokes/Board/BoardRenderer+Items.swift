extension BoardRenderer {
  /// Brings what is remembered of changed items up to date, and marks where they were and are.
  func updateItems() {
    for number in changed { update(number) }
    changed.removeAll(keepingCapacity: true)
    for number in extended where records[Int(number)].isOpen { extend(number) }
    extended.removeAll(keepingCapacity: true)
  }

  func isFlattened(_ number: Int32) -> Bool {
    guard let boundary else { return true }
    return state.isBelow(number, boundary)
  }

  func picture(of item: BoardItem) -> MipChain? {
    guard case .picture(let placement) = item.content else { return nil }
    return pictures[placement.hash]
  }

  /// How an item is painted now.
  func paint(of number: Int32) -> ItemPainter.Paint {
    var attributes = state.attributes(of: number)
    if records[Int(number)].isPreviewed {
      let moved = attributes.transform.followed(by: previewMap)
      if moved.isUsable { attributes.transform = moved }
    }
    return painter.paint(for: attributes, of: state.items[Int(number)])
  }

  private func update(_ number: Int32) {
    let item = state.items[Int(number)]
    let paint = paint(of: number)
    let before = closeRecord(number)
    var after = BlockMap(width: canvas.width, height: canvas.height)
    records[Int(number)].isChanged = false
    forgetInkBox(of: number)
    if item.isOpen, paint.attributes.isVisible, paint.attributes.masks.isEmpty,
      openStrokes.count < Self.mostLayers
    {
      var open = OpenStroke(
        item: number, paint: paint, tracer: painter.tracer(item, paint),
        layers: spareLayers.popLast()
          ?? OpenStroke.Layers(columns: dirty.columns, rows: dirty.rows))
      open.extend(item.path, predicted: prediction(of: number), dirty: &after)
      after = open.footprint
      openStrokes.append(open)
      records[Int(number)].isOpen = true
    } else {
      after = painter.footprint(item, paint, picture: picture(of: item))
      records[Int(number)].footprint = after.blockNumbers
    }
    list(number, from: before, to: after, isFlattened: isFlattened(number))
  }

  /// The blocks under which an item is listed.
  func footprint(of number: Int32) -> BlockMap {
    if records[Int(number)].isOpen, let place = place(ofOpen: number) {
      return openStrokes[place].footprint
    }
    var map = BlockMap(width: canvas.width, height: canvas.height)
    for block in records[Int(number)].footprint { map.insert(Int(block)) }
    return map
  }

  /// Open strokes whose coverage is kept. More hands than these draw too, only more slowly: a file
  /// that begins a million strokes must not take a million layers.
  private static let mostLayers = 64

  /// Where an item stands among the open strokes.
  func place(ofOpen number: Int32) -> Int? {
    for place in openStrokes.indices where openStrokes[place].item == number { return place }
    return nil
  }

  /// Forgets the coverage of strokes that have been drawn to their end; they are drawn from their
  /// points when they are needed again.
  func closeFinished() {
    for number in finished where records[Int(number)].isOpen { _ = closeRecord(number) }
    finished.removeAll(keepingCapacity: true)
  }

  /// Forgets the coverage of an open stroke; returns where it is listed.
  private func closeRecord(_ number: Int32) -> BlockMap {
    let footprint = footprint(of: number)
    guard records[Int(number)].isOpen else { return footprint }
    if let place = place(ofOpen: number) {
      spareLayers.append(openStrokes.remove(at: place).emptied())
    }
    records[Int(number)].isOpen = false
    records[Int(number)].footprint = footprint.blockNumbers
    return footprint
  }

  /// Moves an item in the index from its old blocks to its new ones; all of them are dirty.
  private func list(_ number: Int32, from before: BlockMap, to after: BlockMap, isFlattened: Bool) {
    before.forEach { block in
      if !after.contains(block) { index.remove(number, from: block, among: state.items) }
    }
    after.forEach { block in
      if !before.contains(block) { index.insert(number, into: block, among: state.items) }
    }
    dirty.formUnion(before)
    dirty.formUnion(after)
    if isFlattened {
      staleBase.formUnion(before)
      staleBase.formUnion(after)
    }
  }

  /// Draws the new points of an open stroke into its coverage.
  private func extend(_ number: Int32) {
    guard let place = place(ofOpen: number) else { return }
    forgetInkBox(of: number)
    openStrokes[place].extend(
      state.items[Int(number)].path, predicted: prediction(of: number), dirty: &dirty
    ) { block, isListed in
      if isListed {
        index.insert(number, into: block, among: state.items)
      } else {
        index.remove(number, from: block, among: state.items)
      }
    }
    if !state.items[Int(number)].isOpen { finished.append(number) }
  }
}
