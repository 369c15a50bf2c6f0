import Strokes

/// The board: what may be drawn, by whom, under which name.
extension Room {
  mutating func draw(
    _ action: BoardAction, _ captured: BoardTime, number: UInt64, by sender: RoomParticipant,
    _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    let id = sender.id
    try check(action, by: sender)
    var clock = sender.clock
    let moment = clock.map(captured, at: now)
    participants.update(id) {
      $0.clock = clock
      $0.numbers.noteAnswer(to: number, isRefusal: false)
    }
    if case .resource(let hash, _) = action, board.knows(hash) {
      // Somebody else has sent it; the author gets no event for it, and needs none.
      return tell(id, .accepted(number: number, sequence: sequence, time: time), &outputs)
    }
    let event = log(action, by: id, captured: moment, except: id, &outputs)
    tell(id, .accepted(number: number, sequence: event.sequence, time: event.time), &outputs)
  }

  private func check(_ action: BoardAction, by sender: RoomParticipant) throws(RoomError) {
    if case .resource = action, sender.rights.contains(.chat) {
      // For a message.
    } else if !sender.rights.contains(.draw) {
      throw .notAllowed(.draw)
    }
    do throws(BoardSchemaError) {
      try BoardEvent(sequence: 0, time: .zero, author: sender.id, action: action).check()
    } catch {
      throw RoomError(.invalid, "That is nothing to draw: \(error.text).")
    }
    try checkName(in: action, by: sender)
    try board.checkSpace(for: action, limits)
  }

  private func checkName(in action: BoardAction, by sender: RoomParticipant) throws(RoomError) {
    let author = sender.id
    switch action {
    case .strokeBegan(let id, _, _, _):
      try board.checkNew(id, of: author)
      guard board.openStrokes(of: author).count < limits.openStrokes else {
        throw RoomError(
          .tooMany, "At most \(limits.openStrokes) strokes are drawn at a time; end one first.")
      }
    case .strokePoints(let id, _), .strokeEnded(let id):
      try board.checkOpen(id, of: author)
    case .outlinePlaced(let id, _), .erased(let id, _), .cleared(let id),
      .transformed(let id, _, _), .restyled(let id, _, _), .deleted(let id, _):
      try board.checkNew(id, of: author)
    case .picturePlaced(let id, let placement):
      try board.checkNew(id, of: author)
      try board.checkKnown(placement.hash)
    case .background(let id, let background):
      try board.checkNew(id, of: author)
      try check(background)
    case .duplicated(let id, let copies, _):
      try board.checkNew(id, of: author)
      var names: Set<BoardID> = [id]
      for pair in copies {
        try board.checkNew(pair.copy, of: author)
        guard names.insert(pair.copy).inserted else {
          throw RoomError(.nameTaken, "Two copies have one name; name each.")
        }
      }
    case .undone(let id), .redone(let id):
      guard id.author == author || sender.rights.contains(.moderate) else {
        throw RoomError(.notAllowed, "Only moderators take back what others did.")
      }
      try board.checkKnown(id)
    case .resource(let hash, let resource):
      if !board.knows(hash) { try check(resource, named: hash) }
    case .viewMoved, .pointer, .ruler:
      return
    case .chat, .attached, .reaction, .chapter, .joined, .left, .trackStarted, .trackStopped,
      .audioFile, .recordingStarted, .recordingPaused, .recordingResumed, .recordingStopped,
      .recordingAnnounced, .unknown:
      throw RoomError(.invalid, "That is nothing to draw; use the command for it.")
    }
  }

  private func check(_ background: Background) throws(RoomError) {
    switch background {
    case .colour, .transparent:
      return
    case .picture(let hash):
      try board.checkKnown(hash)
    case .sharedScreen(let owner):
      guard tracks.contains(where: { $0.owner == owner && $0.kind == .screen }) else {
        throw RoomError(.unknownTrack, "Nobody of that number shares a screen; share it first.")
      }
    }
  }
}
