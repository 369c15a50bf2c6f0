import Strokes

/// What the room knows of its board in order to judge what comes: which names are taken, which
/// strokes are open, which resources are there. What the board looks like it need not know.
struct BoardLedger {
  /// Names of operations. Strokes, outlines and pictures are named as the operation that made them.
  private var operations: Set<BoardID> = []
  /// Names of items that were copied.
  private var copies: Set<BoardID> = []
  private var resources: Set<ContentHash> = []
  private var resourceBytes = 0
  private(set) var openStrokes: [BoardID] = []
  private(set) var snapshot = BoardSnapshot()

  func knows(_ hash: ContentHash) -> Bool { resources.contains(hash) }
  func isOpen(_ stroke: BoardID) -> Bool { openStrokes.contains(stroke) }

  func openStrokes(of author: AuthorID) -> [BoardID] {
    openStrokes.filter { $0.author == author }
  }

  /// Takes an event that was found good.
  mutating func append(_ event: BoardEvent) {
    switch event.action {
    case .strokeBegan(let id, _, _, _):
      operations.insert(id)
      openStrokes.append(id)
    case .strokeEnded(let id):
      openStrokes.removeAll { $0 == id }
    case .outlinePlaced(let id, _), .picturePlaced(let id, _), .erased(let id, _),
      .cleared(let id), .transformed(let id, _, _), .restyled(let id, _, _), .deleted(let id, _),
      .background(let id, _):
      operations.insert(id)
    case .duplicated(let id, let pairs, _):
      operations.insert(id)
      for pair in pairs { copies.insert(pair.copy) }
    case .resource(let hash, let resource):
      if resources.insert(hash).inserted { resourceBytes += resource.bytes.count }
    case .left:
      let before = openStrokes.count
      openStrokes.removeAll { $0.author == event.author }
      return snapshot.append(event, endsStrokes: openStrokes.count < before)
    default:
      break
    }
    snapshot.append(event)
  }
}

// MARK: Judging

extension BoardLedger {
  /// Throws what stands against a name that an act gives to itself or to a copy.
  func checkNew(_ id: BoardID, of author: AuthorID) throws(RoomError) {
    guard id.author == author else {
      throw RoomError(.foreignName, "An act bears its author's own number; use yours.")
    }
    guard !operations.contains(id), !copies.contains(id) else {
      throw RoomError(.nameTaken, "The name \(id.number) is taken; count on from the last one.")
    }
  }

  /// Throws when the stroke is none of the author's that is being drawn.
  func checkOpen(_ id: BoardID, of author: AuthorID) throws(RoomError) {
    guard id.author == author, isOpen(id) else {
      throw RoomError(.notOpen, "The stroke \(id.number) is not being drawn; begin a new one.")
    }
  }

  func checkKnown(_ id: BoardID) throws(RoomError) {
    guard operations.contains(id) else {
      throw RoomError(.unknownOperation, "There is no act of that name to undo or redo.")
    }
  }

  func checkKnown(_ hash: ContentHash) throws(RoomError) {
    guard knows(hash) else {
      throw RoomError(.unknownResource, "Send the picture's bytes before what refers to them.")
    }
  }

  /// Throws when the board cannot take another event of that weight.
  func checkSpace(for action: BoardAction, _ limits: RoomLimits) throws(RoomError) {
    guard snapshot.weight + action.weight <= limits.boardBytes,
      operations.count + copies.count + action.nameCount <= limits.operations
    else {
      throw RoomError(.boardFull, "The board is full; go on on a new one.")
    }
    guard case .resource(let hash, let resource) = action, !knows(hash) else { return }
    guard resourceBytes + resource.bytes.count <= limits.resourceTotal else {
      throw RoomError(.boardFull, "The room holds no more pictures; go on in a new one.")
    }
  }
}

extension BoardAction {
  /// How many new names it gives.
  fileprivate var nameCount: Int {
    switch self {
    case .strokeBegan, .outlinePlaced, .picturePlaced, .erased, .cleared, .transformed,
      .restyled, .deleted, .background:
      1
    case .duplicated(_, let copies, _): 1 + copies.count
    default: 0
    }
  }
}
