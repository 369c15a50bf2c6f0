/// Hands out identifiers that no event has named before.
struct ItemNames {
  private var highest: [AuthorID: UInt32] = [:]

  /// A new identifier of an author; nil when all four thousand million are taken.
  mutating func next(of author: AuthorID, _ state: BoardState) -> BoardID? {
    let last = highest[author] ?? 0
    if last < UInt32.max {
      highest[author] = last + 1
      return BoardID(author: author, number: last + 1)
    }
    // Somebody has named the last one. What is left lies below.
    var number: UInt32 = 1
    while number < UInt32.max {
      let id = BoardID(author: author, number: number)
      if state.itemNumbers[id] == nil, state.operationNumbers[id] == nil { return id }
      number += 1
    }
    return nil
  }

  mutating func note(_ action: BoardAction) {
    switch action {
    case .strokeBegan(let id, _, _, _), .strokePoints(let id, _), .strokeEnded(let id),
      .outlinePlaced(let id, _), .picturePlaced(let id, _), .cleared(let id),
      .background(let id, _), .undone(let id), .redone(let id):
      note(id)
    case .erased(let id, let erasure):
      note(id)
      for hit in erasure.hits { note(hit.item) }
    case .transformed(let id, let items, _), .restyled(let id, let items, _),
      .deleted(let id, let items):
      note(id)
      for item in items { note(item) }
    case .duplicated(let id, let copies, _):
      note(id)
      for copy in copies {
        note(copy.source)
        note(copy.copy)
      }
    case .resource, .viewMoved, .pointer, .ruler, .chat, .attached, .reaction, .chapter, .joined,
      .left, .trackStarted, .trackStopped, .audioFile, .recordingStarted, .recordingPaused,
      .recordingResumed, .recordingStopped, .recordingAnnounced, .unknown:
      break
    }
  }

  private mutating func note(_ id: BoardID) {
    if id.number > highest[id.author] ?? 0 { highest[id.author] = id.number }
  }
}
