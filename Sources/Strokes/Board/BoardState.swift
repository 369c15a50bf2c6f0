/// What is on the board: a pure function of the events so far. Knows no pixels.
struct BoardState {
  /// What an event changed, for whoever draws.
  enum Change {
    /// Points were added to an open stroke.
    case points(item: Int32)
    /// An item came, went, or looks different.
    case item(Int32)
    case background
    /// A clear, or its undoing: these items came or went at once.
    case cleared(operation: Int32, items: Range<Int32>, isLive: Bool)
  }

  var items: [BoardItem] = []
  var operations: [BoardOperation] = []
  var itemNumbers: [BoardID: Int32] = [:]
  var operationNumbers: [BoardID: Int32] = [:]
  var openStrokes: [Int32] = []
  var backgroundOperations: [Int32] = []
  var clears: [Int32] = []
  /// Items that some clear found open: what it hides of them is a matter of points.
  var clearedWhileOpen: [Int32] = []
  var lastActs: [AuthorID: UInt64] = [:]
  var topPlace: Int64 = 0
  private let headerBackground: Background
  /// Changes since they were last drained.
  var changes: [Change] = []

  /// More points than any hand draws; the rest of such a stroke is dropped.
  static let mostPoints = 1 << 24
  static let coordinateLimit = Int32(BoardUnit.largestCoordinate) * BoardUnit.perPixel

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
      let path = StrokePath(channels: channels)
      make(id, .stroke, ItemAttributes(ink: ink), order, path: path, isOpen: true, event)
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
      if map.isUsable { act(id, on: items, event) { .transformed(map, items: $0) } }
    case .restyled(let id, let items, let style):
      act(id, on: items, event) { .restyled(style, items: $0) }
    case .deleted(let id, let items):
      act(id, on: items, event) { .deleted(items: $0) }
    case .duplicated(let id, let copies, let map):
      duplicate(id, copies, map, event)
    case .background(let id, let background):
      guard let number = begin(id, .background(background), event) else { return }
      backgroundOperations.append(number)
      changes.append(.background)
    case .undone(let id):
      undo(id, event)
    case .redone(let id):
      redo(id, event)
    case .left:
      for item in openStrokes where items[Int(item)].id.author == event.author { close(item) }
    case .resource, .viewMoved, .pointer, .ruler, .chat, .attached, .reaction, .chapter, .joined,
      .trackStarted, .trackStopped, .audioFile, .recordingStarted, .recordingPaused,
      .recordingResumed, .recordingStopped, .recordingAnnounced, .unknown:
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
      if isBelow(item, found) { lowest = item }
    }
    return lowest
  }

  /// Whether one item is below another in the board's order.
  func isBelow(_ item: Int32, _ other: Int32) -> Bool {
    items[Int(item)].isBelow(items[Int(other)])
  }

  /// How an item looks now.
  func attributes(of number: Int32) -> ItemAttributes {
    let item = items[Int(number)]
    var result = item.initial
    result.isVisible = operations[Int(item.operation)].isLive
    for effect in item.effects where operations[Int(effect.operation)].isLive {
      switch operations[Int(effect.operation)].act {
      case .made, .background, .cleared:
        break
      case .erased(let erasure, _):
        Self.take(erasure, erasure.hits[Int(effect.detail)], from: &result)
        // A shape has no points to hide; it goes whole.
        if case .vector = erasure.shape, !item.isStroke { result.isVisible = false }
      case .transformed(let map, _):
        let combined = result.transform.followed(by: map)
        if combined.isUsable { result.transform = combined }
      case .restyled(let style, _):
        if let colour = style.colour { result.ink.colour = colour }
        if let width = style.width { result.ink.width = width }
        if let kind = style.kind { result.ink.kind = kind }
      case .deleted:
        result.isVisible = false
      }
    }
    applyClears(to: number, &result)
    return result
  }

  private func applyClears(to number: Int32, _ attributes: inout ItemAttributes) {
    for operation in clears.reversed() where operations[Int(operation)].isLive {
      guard case .cleared(let clear) = operations[Int(operation)].act, clear.itemCount > number
      else { return }
      guard let hidden = clear.hiddenPoints(of: number) else {
        attributes.isVisible = false
        return
      }
      attributes.hiddenPoints = max(attributes.hiddenPoints, hidden)
    }
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
