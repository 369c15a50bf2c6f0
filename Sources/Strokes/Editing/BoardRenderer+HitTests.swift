/// What lies under an eraser, in a lasso: judged on the ink as it is shown, shape-exact.
extension BoardRenderer {
  /// The items whose shown ink a swept disc touches, from bottom to top, to a quarter of a canvas
  /// pixel.
  ///
  /// - Parameter wholeItems: for an eraser that takes items whole. Otherwise pictures, which keep no
  ///   masks, are left out, and each hit says how the board maps to the item.
  func hits(of disc: SweptDisc, wholeItems: Bool) -> [Erasure.Hit] {
    guard let box = InkBounds.box(of: disc.item, disc.attributes) else { return [] }
    var probe = InkProbe(over: box, scale: probeScale, largest: 4_096)
    let swept = probe.coverage(of: disc.item, disc.attributes)
    var wanted = probe.noBlocks
    for block in swept.blocks { wanted.insertNeighbourhood(of: block) }
    var hits: [Erasure.Hit] = []
    for number in candidates(in: box) {
      let item = state.items[Int(number)]
      if case .picture = item.content, !wholeItems { continue }
      let attributes = state.attributes(of: number)
      guard isShown(item, attributes) else { continue }
      var toItem: AffineTransform?
      if !wholeItems, attributes.transform != .identity {
        guard let inverse = attributes.transform.inverse, inverse.isUsable else { continue }
        toItem = inverse
      }
      let ink = probe.coverage(of: item, attributes, wanted: wanted)
      guard ink.touches(swept, isSoft: isSoft(item, attributes)) else { continue }
      let count = UInt32(clamping: item.isStroke ? item.path.count : 0)
      hits.append(Erasure.Hit(item: item.id, pointCount: count, toItem: toItem))
    }
    return hits
  }

  /// The items at least half of whose shown ink lies in a lasso, from bottom to top.
  func items(in lasso: Lasso) -> [Int32] {
    candidates(in: lasso.box).filter { number in
      let item = state.items[Int(number)]
      let attributes = state.attributes(of: number)
      guard isShown(item, attributes), let box = inkBox(of: number) else { return false }
      let isWhole = lasso.holds(box)
      if isWhole == false { return false }
      // Inside with all its ink, if there is any left.
      if isWhole == true, attributes.masks.isEmpty { return true }
      var probe = InkProbe(over: box, scale: 8, largest: 256)
      let share = lasso.ink(in: probe.coverage(of: item, attributes), probe.viewport)
      return share.total > 0 && share.inside * 2 >= share.total
    }
  }

  /// The box around what is shown of an item, in board pixels; nil when nothing is.
  func inkBounds(of number: Int32) -> BoardBounds? {
    updateIndex()
    let item = state.items[Int(number)]
    let attributes = state.attributes(of: number)
    guard isShown(item, attributes), let box = inkBox(of: number) else { return nil }
    if attributes.masks.isEmpty { return box }
    var probe = InkProbe(over: box, scale: 4, largest: 1_024)
    let ink = probe.coverage(of: item, attributes)
    return probe.bounds(of: ink, isSoft: isSoft(item, attributes))
  }

  private func isSoft(_ item: BoardItem, _ attributes: ItemAttributes) -> Bool {
    item.isStroke && InkTraits.traits(of: attributes.ink.kind).softness > 0
  }

  private func isShown(_ item: BoardItem, _ attributes: ItemAttributes) -> Bool {
    guard attributes.isVisible, attributes.ink.colour.alpha > 0 else { return false }
    guard case .picture(let placement) = item.content else { return true }
    return pictures[placement.hash] != nil
  }

  /// Four probe pixels to a canvas pixel, as a power of two.
  private var probeScale: Double {
    var scale = 1.0 / 64
    while scale < 4 * viewport.scale, scale < 64 { scale *= 2 }
    return scale
  }

  /// The box around all that an item draws, from the last time that it was asked for.
  private func inkBox(of number: Int32) -> BoardBounds? {
    while inkBoxes.count <= Int(number) { inkBoxes.append(.unknown) }
    if case .known(let box) = inkBoxes[Int(number)] { return box }
    let attributes = state.attributes(of: number)
    let box =
      attributes.isVisible
      ? InkBounds.box(of: state.items[Int(number)], attributes) : nil
    inkBoxes[Int(number)] = .known(box)
    return box
  }

  func forgetInkBox(of number: Int32) {
    if Int(number) < inkBoxes.count { inkBoxes[Int(number)] = .unknown }
  }

  /// The items that may touch a box on the board, from bottom to top: by the blocks that it touches,
  /// or all of them when it reaches beyond what the canvas shows.
  private func candidates(in box: BoardBounds) -> [Int32] {
    updateIndex()
    var numbers: [Int32] = []
    let map = viewport.transform
    let (from, to) = (map.apply(x: box.minX, y: box.minY), map.apply(x: box.maxX, y: box.maxY))
    // An edge covers a pixel that it comes near to.
    let (left, top) = (from.x - 1, from.y - 1)
    let (right, bottom) = (to.x + 1, to.y + 1)
    let isInside =
      left >= 0 && top >= 0 && right < Double(canvas.width) && bottom < Double(canvas.height)
    if isInside {
      for row in Int(top) / 16...Int(bottom) / 16 {
        for column in Int(left) / 16...Int(right) / 16 {
          for number in index[row * Int(dirty.columns) + column]
          where !records[Int(number)].isGathered {
            records[Int(number)].isGathered = true
            numbers.append(number)
          }
        }
      }
      // The index lists these where the preview shows them, not where they are.
      for number in previewed where !records[Int(number)].isGathered { numbers.append(number) }
      for number in numbers { records[Int(number)].isGathered = false }
    } else {
      for number in 0..<Int32(clamping: state.items.count) {
        if let other = inkBox(of: number), other.meets(box) { numbers.append(number) }
      }
    }
    numbers.sort { state.items[Int($0)].isBelow(state.items[Int($1)]) }
    return numbers
  }
}

extension BoardBounds {
  fileprivate func meets(_ other: BoardBounds) -> Bool {
    minX <= other.maxX && maxX >= other.minX && minY <= other.maxY && maxY >= other.minY
  }
}

extension BlockMap {
  /// A block and the eight around it.
  fileprivate mutating func insertNeighbourhood(of block: Int32) {
    let (column, row) = (block % columns, block / columns)
    for y in max(row - 1, 0)...min(row + 1, rows - 1) {
      for x in max(column - 1, 0)...min(column + 1, columns - 1) { insert(column: x, row: y) }
    }
  }
}
