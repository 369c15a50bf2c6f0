/// What each author can take back and bring back, in steps of one or several acts.
struct UndoHistory {
  /// An act, and whether it belongs to the same step as the one before it.
  private struct Entry {
    var id: BoardID
    var isJoined: Bool
  }

  private struct Stacks {
    var done: [Entry] = []
    var undone: [Entry] = []
  }

  private var stacks: [AuthorID: Stacks] = [:]

  func canUndo(_ author: AuthorID) -> Bool { stacks[author]?.done.isEmpty == false }
  func canRedo(_ author: AuthorID) -> Bool { stacks[author]?.undone.isEmpty == false }

  /// A new act of an author ends what that author could bring back.
  mutating func forgetUndone(of author: AuthorID) {
    stacks[author]?.undone.removeAll()
  }

  /// Notes an act, as a step of its own or in the step of the act `joined`, while that is there.
  mutating func note(_ id: BoardID, joining joined: BoardID? = nil) {
    var own = take(id.author)
    if let joined, let found = own.done.lastIndex(where: { $0.id == joined }) {
      own.done.insert(Entry(id: id, isJoined: true), at: found + 1)
    } else {
      own.done.append(Entry(id: id, isJoined: false))
    }
    stacks[id.author] = own
  }

  /// An act can be neither taken back nor brought back any more.
  mutating func forget(_ id: BoardID) {
    var own = take(id.author)
    _ = Self.remove(id, from: &own.done)
    _ = Self.remove(id, from: &own.undone)
    stacks[id.author] = own
  }

  /// The acts of the last step in their order; from now on they can be brought back.
  mutating func undo(_ author: AuthorID) -> [BoardID] {
    var own = take(author)
    let step = Self.pop(&own.done)
    own.undone.append(contentsOf: step)
    stacks[author] = own
    return step.map { $0.id }
  }

  mutating func redo(_ author: AuthorID) -> [BoardID] {
    var own = take(author)
    let step = Self.pop(&own.undone)
    own.done.append(contentsOf: step)
    stacks[author] = own
    return step.map { $0.id }
  }

  /// Somebody undid an act: its author's hand finds it undone.
  mutating func noteUndone(_ id: BoardID, by author: AuthorID) {
    var own = take(id.author)
    if Self.remove(id, from: &own.done), author == id.author {
      own.undone.append(Entry(id: id, isJoined: false))
    }
    stacks[id.author] = own
  }

  mutating func noteRedone(_ id: BoardID) {
    var own = take(id.author)
    _ = Self.remove(id, from: &own.undone)
    own.done.append(Entry(id: id, isJoined: false))
    stacks[id.author] = own
  }

  /// An author's stacks, out of the table while they change.
  private mutating func take(_ author: AuthorID) -> Stacks {
    stacks.removeValue(forKey: author) ?? Stacks()
  }

  private static func pop(_ entries: inout [Entry]) -> [Entry] {
    var start = entries.count
    while start > 0 {
      start -= 1
      if !entries[start].isJoined { break }
    }
    let step = Array(entries[start...])
    entries.removeSubrange(start...)
    return step
  }

  private static func remove(_ id: BoardID, from entries: inout [Entry]) -> Bool {
    guard let place = entries.lastIndex(where: { $0.id == id }) else { return false }
    let removed = entries.remove(at: place)
    if !removed.isJoined, place < entries.count { entries[place].isJoined = false }
    return true
  }
}
