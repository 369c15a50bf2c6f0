extension BoardEditor {
  /// Whether the author has anything to take back. A stroke under the pen does not count yet.
  package var canUndo: Bool { history.canUndo(author) }
  package var canRedo: Bool { history.canRedo(author) }

  /// Takes back the author's last step: a stroke, an eraser's whole pass, a group of acts.
  @discardableResult
  package func undo(at time: BoardTime) -> Bool {
    let step = history.undo(author)
    for id in step.reversed() where isLive(id) { perform(.undone(id), at: time) }
    return !step.isEmpty
  }

  /// Brings back what was undone last.
  @discardableResult
  package func redo(at time: BoardTime) -> Bool {
    let step = history.redo(author)
    for id in step where !isLive(id) { perform(.redone(id), at: time) }
    return !step.isEmpty
  }

  /// What is done to selections until `endGroup` is one step, as when they are dragged.
  package func beginGroup() {
    group = .some(nil)
  }

  package func endGroup() {
    group = nil
  }

  /// An act on a selection or the board, in the open group if there is one.
  func grouped(at time: BoardTime, _ make: (BoardID) -> BoardAction) -> BoardID? {
    guard let joined = group else { return act(at: time, make) }
    guard let id = act(joining: joined, at: time, make) else { return nil }
    group = .some(id)
    return id
  }
}
