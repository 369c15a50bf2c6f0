extension BoardRenderer {
  /// Lowers the boundary to the lowest open stroke, or to the first item that is new on top: what
  /// is drawn over a valid base need not be drawn into it at once.
  func lowerBoundary(to lowestOpen: Int32?) {
    let firstNew = Int32(clamping: knownItems)
    let lastTop = topItem
    let count = Int32(clamping: state.items.count)
    var newOnTop: Int32?
    for number in firstNew..<count {
      if let top = topItem, isBelow(number, top) { continue }
      topItem = number
      if newOnTop == nil { newOnTop = number }
    }
    knownItems = state.items.count

    let before = boundary
    var target = boundary
    func lower(to candidate: Int32?) {
      guard let candidate else { return }
      if let found = target, !isBelow(candidate, found) { return }
      target = candidate
    }
    lower(to: lowestOpen)
    lower(to: newOnTop)
    boundary = target
    guard target != before else {
      for number in firstNew..<count where !isFlattened(number) {
        above.append(number)
      }
      return
    }
    above.removeAll(keepingCapacity: true)
    // Nearly always everything known lies below what has been put on top.
    var first: Int32 = 0
    if let target, let lastTop, isBelow(lastTop, target) { first = firstNew }
    for number in first..<count where !isFlattened(number) {
      above.append(number)
      let wasFlattened = before.map { isBelow(number, $0) } ?? true
      if wasFlattened, Int(number) < records.count {
        staleBase.formUnion(footprint(of: number))
      }
    }
  }

  private func isBelow(_ item: Int32, _ other: Int32) -> Bool {
    state.isBelow(item, other)
  }

  /// Raises the boundary to the lowest open stroke, and flattens what is now below it.
  func raiseBoundary(to lowestOpen: Int32?) {
    guard boundary != lowestOpen else { return }
    boundary = lowestOpen
    var blocks = BlockMap(width: canvas.width, height: canvas.height)
    var left: [Int32] = []
    for number in above {
      if isFlattened(number) {
        blocks.formUnion(footprint(of: number))
      } else {
        left.append(number)
      }
    }
    above = left
    var crowded = BlockMap(width: canvas.width, height: canvas.height)
    blocks.forEach { block in
      if let lowestOpen, index.reaches(lowestOpen, in: block, state.items) {
        if !staleBase.contains(block) { crowded.insert(block) }
      } else {
        let corner = origin(of: block)
        base.copy(canvas, x: corner.x, y: corner.y, to: block)
        staleBase.remove(block)
      }
    }
    // Another open stroke lies over these, so the canvas shows more than the base may hold.
    if !crowded.isEmpty { composeBase(crowded) }
  }

  /// The canvas pixel at a block's upper left corner.
  func origin(of block: Int) -> (x: Int, y: Int) {
    let columns = Int(dirty.columns)
    return (block % columns * 16, block / columns * 16)
  }
}
