/// What is on the board: a pure function of the events so far. Knows no pixels.
struct BoardState {
  /// What an event changed, for whoever draws.
  enum Change {
    /// Points were added to an open stroke.
    case points(item: Int32)
    /// An item came, went, or looks different.
    case item(Int32)
    case background
    /// A clear, or its undoing: everything changed at once.
    case cleared(operation: Int32, isLive: Bool)
  }

  private(set) var items: [BoardItem] = []
  private(set) var operations: [BoardOperation] = []
  private var itemNumbers: [BoardID: Int32] = [:]
  private var operationNumbers: [BoardID: Int32] = [:]
  private var openStrokes: [Int32] = []
  private var backgroundOperations: [Int32] = []
  private var lastActs: [AuthorID: UInt64] = [:]
  private var topPlace: Int64 = 0
  private let headerBackground: Background
  /// Changes since they were last drained.
  private(set) var changes: [Change] = []

  /// More points than any hand draws; the rest of such a stroke is dropped.
  private static let mostPoints = 1 << 24
  private static let coordinateLimit = Int32(BoardUnit.largestCoordinate) * BoardUnit.perPixel

  init(header: BoardHeader) {
    headerBackground = header.background
  }

  mutating func drainChanges() -> [Change] {
    let drained = changes
    changes.removeAll(keepingCapacity: true)
    return drained
  }

  mutating func apply(_ event: BoardEvent) {
    switch event.action {
    case .strokeBegan(let id, let ink, let channels, let order):
      let attributes = ItemAttributes(ink: ink)
      make(
        id, .stroke, attributes, order, path: StrokePath(channels: channels), isOpen: true, event)
    case .strokePoints(let id, let points):
      append(points, to: id)
    case .strokeEnded(let id):
      if let item = itemNumbers[id] { close(item) }
    case .outlinePlaced(let id, let placement):
      var attributes = ItemAttributes(
        ink: Ink(kind: .monoline, colour: placement.colour, width: 0))
      attributes.transform = placement.transform
      make(id, .outline(placement.outline), attributes, placement.order, event)
    case .picturePlaced(let id, let placement):
      var attributes = ItemAttributes(ink: Ink(kind: .monoline, colour: .black, width: 0))
      attributes.ink.colour.alpha = placement.opacity
      attributes.transform = placement.transform
      make(id, .picture(placement), attributes, placement.order, event)
    case .erased(let id, let erasure):
      erase(id, erasure, event)
    case .cleared(let id):
      clear(id, event)
    case .transformed(let id, let items, let map):
      guard map.isUsable else { return }
      act(id, .transformed(map), on: items, event)
    case .restyled(let id, let items, let style):
      act(id, .restyled(style), on: items, event)
    case .deleted(let id, let items):
      act(id, .deleted, on: items, event)
    case .duplicated(let id, let copies, let map):
      duplicate(id, copies, map, event)
    case .background(let id, let background):
      guard let number = begin(id, .background(background), [], event) else { return }
      backgroundOperations.append(number)
      changes.append(.background)
    case .undone(let id):
      undo(id, event)
    case .redone(let id):
      redo(id, event)
    case .left:
      for item in openStrokes where items[Int(item)].id.author == event.author { close(item) }
    case .resource, .viewMoved, .pointer, .ruler, .chat, .reaction, .chapter, .joined,
      .trackStarted, .trackStopped, .audioFile, .recordingPaused, .recordingResumed, .unknown:
      break
    }
  }

  /// What lies below every item.
  var background: Background {
    for number in backgroundOperations.reversed() where operations[Int(number)].isLive {
      if case .background(let background) = operations[Int(number)].act { return background }
    }
    return headerBackground
  }

  /// The lowest open stroke; everything below it can be flattened.
  var lowestOpenItem: Int32? {
    var lowest: Int32?
    for item in openStrokes {
      guard let found = lowest else {
        lowest = item
        continue
      }
      if items[Int(item)].isBelow(items[Int(found)]) { lowest = item }
    }
    return lowest
  }

  /// How an item looks now.
  func attributes(of number: Int32) -> ItemAttributes {
    let item = items[Int(number)]
    var result = item.initial
    result.isVisible = operations[Int(item.operation)].isLive
    for effect in item.effects where operations[Int(effect.operation)].isLive {
      switch operations[Int(effect.operation)].act {
      case .made, .background:
        break
      case .erased(let erasure):
        Self.take(erasure, erasure.hits[Int(effect.detail)], from: &result)
      case .cleared:
        if effect.detail < 0 { result.isVisible = false }
        result.hiddenPoints = max(result.hiddenPoints, effect.detail)
      case .transformed(let map):
        let combined = result.transform.followed(by: map)
        if combined.isUsable { result.transform = combined }
      case .restyled(let style):
        if let colour = style.colour { result.ink.colour = colour }
        if let width = style.width { result.ink.width = width }
        if let kind = style.kind { result.ink.kind = kind }
      case .deleted:
        result.isVisible = false
      }
    }
    return result
  }

  private static func take(
    _ erasure: Erasure, _ hit: Erasure.Hit, from attributes: inout ItemAttributes
  ) {
    switch erasure.shape {
    case .vector:
      attributes.hiddenPoints = max(attributes.hiddenPoints, Int64(hit.pointCount))
    case .bitmap(let path, let width):
      attributes.masks.append(
        ItemAttributes.Mask(
          pointCount: Int64(hit.pointCount), path: path, width: width,
          toItem: hit.toItem ?? .identity))
    }
  }
}

extension BoardState {
  /// Notes an act of its author; nil when its identifier is taken.
  private mutating func begin(
    _ id: BoardID, _ act: BoardOperation.Act, _ bearing: [Int32], _ event: BoardEvent
  ) -> Int32? {
    guard operationNumbers[id] == nil else { return nil }
    let number = Int32(operations.count)
    operationNumbers[id] = number
    operations.append(BoardOperation(id: id, act: act, items: bearing))
    lastActs[event.author] = event.sequence
    return number
  }

  private mutating func make(
    _ id: BoardID, _ content: BoardItem.Content, _ attributes: ItemAttributes, _ order: OrderKey?,
    path: StrokePath = StrokePath(channels: []), isOpen: Bool = false, _ event: BoardEvent
  ) {
    guard itemNumbers[id] == nil, attributes.transform.isUsable,
      let operation = begin(id, .made, [], event)
    else { return }
    let item = insert(id, content, attributes, order, path: path, isOpen: isOpen, operation)
    operations[Int(operation)].items = [item]
  }

  private mutating func insert(
    _ id: BoardID, _ content: BoardItem.Content, _ attributes: ItemAttributes, _ order: OrderKey?,
    path: StrokePath, isOpen: Bool, _ operation: Int32
  ) -> Int32 {
    let key = order ?? OrderKey(major: topPlace &+ 1)
    topPlace = max(topPlace, key.major)
    let number = Int32(items.count)
    items.append(
      BoardItem(
        id: id, order: key, content: content, operation: operation, initial: attributes,
        path: path, isOpen: isOpen))
    itemNumbers[id] = number
    if isOpen { openStrokes.append(number) }
    changes.append(.item(number))
    return number
  }

  private mutating func append(_ points: [StrokePoint], to id: BoardID) {
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

  private mutating func close(_ number: Int32) {
    guard items[Int(number)].isOpen else { return }
    items[Int(number)].isOpen = false
    items[Int(number)].path.trim()
    openStrokes.removeAll { $0 == number }
    changes.append(.points(item: number))
  }

  private mutating func act(
    _ id: BoardID, _ act: BoardOperation.Act, on ids: [BoardID], _ event: BoardEvent
  ) {
    var found: [Int32] = []
    for item in ids {
      if let number = itemNumbers[item] { found.append(number) }
    }
    guard let operation = begin(id, act, found, event) else { return }
    for number in found { bear(on: number, operation, detail: 0) }
  }

  private mutating func bear(on number: Int32, _ operation: Int32, detail: Int64) {
    items[Int(number)].effects.append(BoardItem.Effect(operation: operation, detail: detail))
    changes.append(.item(number))
  }

  private mutating func erase(_ id: BoardID, _ erasure: Erasure, _ event: BoardEvent) {
    guard let operation = begin(id, .erased(erasure), [], event) else { return }
    for (detail, hit) in erasure.hits.enumerated() {
      guard let number = itemNumbers[hit.item], hit.toItem?.isUsable ?? true else { continue }
      operations[Int(operation)].items.append(number)
      bear(on: number, operation, detail: Int64(detail))
    }
  }

  private mutating func clear(_ id: BoardID, _ event: BoardEvent) {
    guard let operation = begin(id, .cleared, [], event) else { return }
    for number in items.indices {
      let count = items[number].isOpen ? Int64(items[number].path.count) : -1
      operations[Int(operation)].items.append(Int32(number))
      items[number].effects.append(BoardItem.Effect(operation: operation, detail: count))
    }
    changes.append(.cleared(operation: operation, isLive: true))
  }

  private mutating func duplicate(
    _ id: BoardID, _ copies: [Duplicate], _ map: AffineTransform, _ event: BoardEvent
  ) {
    guard map.isUsable, let operation = begin(id, .made, [], event) else { return }
    for copy in copies {
      guard itemNumbers[copy.copy] == nil, let source = itemNumbers[copy.source] else { continue }
      var attributes = attributes(of: source)
      guard attributes.isVisible else { continue }
      let combined = attributes.transform.followed(by: map)
      guard combined.isUsable else { continue }
      attributes.transform = combined
      let original = items[Int(source)]
      var path = original.path
      path.trim()
      let item = insert(
        copy.copy, original.content, attributes, nil, path: path, isOpen: false, operation)
      operations[Int(operation)].items.append(item)
    }
  }

  private mutating func undo(_ id: BoardID, _ event: BoardEvent) {
    guard let number = operationNumbers[id], operations[Int(number)].isLive else { return }
    operations[Int(number)].undoneBy = event.author
    operations[Int(number)].undoneAt = event.sequence
    setLive(number, false)
  }

  private mutating func redo(_ id: BoardID, _ event: BoardEvent) {
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
    case .cleared:
      changes.append(.cleared(operation: number, isLive: isLive))
    default:
      for item in operations[Int(number)].items { changes.append(.item(item)) }
    }
  }
}
