extension BoardState {
  /// Notes an act of its author; nil when its identifier is taken.
  mutating func begin(_ id: BoardID, _ act: BoardOperation.Act, _ event: BoardEvent) -> Int32? {
    guard operationNumbers[id] == nil else { return nil }
    let number = Int32(operations.count)
    operationNumbers[id] = number
    operations.append(BoardOperation(act: act))
    lastActs[event.author] = event.sequence
    return number
  }

  mutating func make(
    _ id: BoardID, _ content: BoardItem.Content, _ attributes: ItemAttributes, _ order: OrderKey?,
    path: StrokePath = StrokePath(channels: []), isOpen: Bool = false, _ event: BoardEvent
  ) {
    let first = Int32(items.count)
    guard itemNumbers[id] == nil, attributes.transform.isUsable,
      let operation = begin(id, .made(first: first, count: 1), event)
    else { return }
    insert(id, content, attributes, order, path: path, isOpen: isOpen, operation)
  }

  private mutating func insert(
    _ id: BoardID, _ content: BoardItem.Content, _ attributes: ItemAttributes, _ order: OrderKey?,
    path: StrokePath, isOpen: Bool, _ operation: Int32
  ) {
    let key = order ?? OrderKey(major: topPlace &+ 1)
    topPlace = max(topPlace, key.major)
    let number = Int32(items.count)
    items.append(
      BoardItem(
        id: id, order: key, content: content, operation: operation, ink: attributes.ink,
        isOpen: isOpen, inherited: isOpen ? nil : BoardItem.Inherited(attributes), path: path))
    itemNumbers[id] = number
    if isOpen { openStrokes.append(number) }
    changes.append(.item(number))
  }

  mutating func append(_ points: [StrokePoint], to id: BoardID) {
    guard let number = itemNumbers[id], items[Int(number)].isOpen else { return }
    let limit = Self.coordinateLimit
    for point in points where items[Int(number)].path.count < Self.mostPoints {
      guard point.x >= -limit, point.x <= limit, point.y >= -limit, point.y <= limit else {
        continue
      }
      items[Int(number)].path.append(point)
    }
    changes.append(.points(item: number))
  }

  mutating func close(_ number: Int32) {
    guard items[Int(number)].isOpen else { return }
    items[Int(number)].isOpen = false
    items[Int(number)].path.pack()
    openStrokes.removeAll { $0 == number }
    changes.append(.points(item: number))
  }

  mutating func act(
    _ id: BoardID, on ids: [BoardID], _ event: BoardEvent,
    _ make: ([Int32]) -> BoardOperation.Act
  ) {
    var found: [Int32] = []
    for item in ids {
      if let number = itemNumbers[item] { found.append(number) }
    }
    guard let operation = begin(id, make(found), event) else { return }
    for number in found { bear(on: number, operation, detail: 0) }
  }

  /// An act that names an item twice bears on it once.
  private mutating func bear(on number: Int32, _ operation: Int32, detail: Int32) {
    if items[Int(number)].effects.last?.operation == operation { return }
    items[Int(number)].effects.append(BoardItem.Effect(operation: operation, detail: detail))
    changes.append(.item(number))
  }

  mutating func erase(_ id: BoardID, _ erasure: Erasure, _ event: BoardEvent) {
    var found: [Int32] = []
    var details: [Int32] = []
    for (detail, hit) in erasure.hits.enumerated() {
      guard let number = itemNumbers[hit.item], hit.toItem?.isUsable ?? true else { continue }
      found.append(number)
      details.append(Int32(detail))
    }
    guard let operation = begin(id, .erased(erasure, items: found), event) else { return }
    for index in found.indices { bear(on: found[index], operation, detail: details[index]) }
  }

  mutating func clear(_ id: BoardID, _ event: BoardEvent) {
    var clear = BoardOperation.Clear(itemCount: Int32(items.count), openStrokes: [])
    for item in openStrokes {
      let count = Int64(items[Int(item)].path.count)
      clear.openStrokes.append(BoardOperation.Clear.OpenStroke(item: item, pointCount: count))
      if !clearedWhileOpen.contains(item) { clearedWhileOpen.append(item) }
    }
    guard let operation = begin(id, .cleared(clear), event) else { return }
    let seen = visibleItems(under: operation, clear)
    clears.append(operation)
    noteClear(operation, seen, isLive: true)
  }

  /// The items that a clear hides and no other live clear does.
  private func visibleItems(
    under operation: Int32, _ clear: BoardOperation.Clear
  ) -> Range<Int32> {
    var first: Int32 = 0
    for other in clears.reversed() where other != operation && operations[Int(other)].isLive {
      guard case .cleared(let hiding) = operations[Int(other)].act else { continue }
      first = hiding.itemCount
      break
    }
    return min(first, clear.itemCount)..<clear.itemCount
  }

  private mutating func noteClear(_ operation: Int32, _ seen: Range<Int32>, isLive: Bool) {
    for item in clearedWhileOpen { changes.append(.item(item)) }
    changes.append(.cleared(operation: operation, items: seen, isLive: isLive))
  }

  mutating func duplicate(
    _ id: BoardID, _ copies: [Duplicate], _ map: AffineTransform, _ event: BoardEvent
  ) {
    let first = Int32(items.count)
    guard map.isUsable, let operation = begin(id, .made(first: first, count: 0), event) else {
      return
    }
    for copy in copies {
      guard itemNumbers[copy.copy] == nil, let source = itemNumbers[copy.source] else { continue }
      var attributes = attributes(of: source)
      guard attributes.isVisible else { continue }
      let combined = attributes.transform.followed(by: map)
      guard combined.isUsable else { continue }
      attributes.transform = combined
      let original = items[Int(source)]
      var path = original.path
      path.pack()
      insert(copy.copy, original.content, attributes, nil, path: path, isOpen: false, operation)
    }
    operations[Int(operation)].act = .made(first: first, count: Int32(items.count) - first)
  }

  mutating func undo(_ id: BoardID, _ event: BoardEvent) {
    guard let number = operationNumbers[id], operations[Int(number)].isLive else { return }
    operations[Int(number)].undoneBy = event.author
    operations[Int(number)].undoneAt = event.sequence
    setLive(number, false)
  }

  mutating func redo(_ id: BoardID, _ event: BoardEvent) {
    guard let number = operationNumbers[id], !operations[Int(number)].isLive else { return }
    // An act after the undoing has taken this road.
    let undone = operations[Int(number)]
    if let last = lastActs[undone.undoneBy], last > undone.undoneAt { return }
    setLive(number, true)
  }

  private mutating func setLive(_ number: Int32, _ isLive: Bool) {
    operations[Int(number)].isLive = isLive
    switch operations[Int(number)].act {
    case .background:
      changes.append(.background)
    case .cleared(let clear):
      noteClear(number, visibleItems(under: number, clear), isLive: isLive)
    case .made(let first, let count):
      for item in first..<first + count { changes.append(.item(item)) }
    case .erased(_, let items), .transformed(_, let items), .restyled(_, let items),
      .deleted(let items):
      for item in items { changes.append(.item(item)) }
    }
  }
}
