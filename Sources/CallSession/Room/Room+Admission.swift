package import MediaCore
package import Strokes

/// Coming in.
extension Room {
  /// Somebody comes, invited as `role`, or comes back after a lost connection.
  ///
  /// - Parameters:
  ///   - number: of a newcomer, when whoever invites has given it: one that nobody had. Else the next.
  ///   - key: drawn at random; lets a newcomer come back.
  /// - Returns: who they are. A connection that the same participant had before is to be closed
  ///   without a word to the room.
  /// - Throws: why they cannot come in, to be sent as the refusal of number 0; nothing has changed.
  package mutating func join(
    _ request: JoinRequest, as role: RoomRole, number: AuthorID? = nil, key: ResumeKey,
    at now: MediaTime, into outputs: inout RoomOutputs
  ) throws(RoomError) -> AuthorID {
    advance(to: now)
    try check(request)
    if let resumption = request.resumption { return try resume(resumption, &outputs) }
    try checkName(request.name, limits.nameBytes, "name")
    let mayEnter = !hasWaitingRoom || role.rights.contains(.admit)
    try checkRoom(mayEnter: mayEnter)
    let id = number ?? AuthorID(lastParticipant.rawValue + 1)
    lastParticipant = max(lastParticipant, id)
    participants.insert(
      RoomParticipant(
        id: id, key: key, name: request.name, role: role, rights: role.rights,
        standing: .waiting, pace: RoomPace(limits, at: self.now)))
    if mayEnter {
      enter(id, &outputs)
    } else {
      tell(id, .waiting(recording.state), &outputs)
      tell(participants.present(with: .admit), .waits(id, name: request.name), &outputs)
      setTimeout(of: id, after: limits.waitingTime)
    }
    return id
  }

  mutating func admit(
    _ participant: AuthorID, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    try checkWaits(participant, sender)
    try checkRoom(mayEnter: true)
    clearTimeout(of: participant)
    tell(participants.present(with: .admit), .waitsNoMore(participant), &outputs)
    enter(participant, &outputs)
  }

  mutating func turnAway(
    _ participant: AuthorID, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    try checkWaits(participant, sender)
    leave(participant, .turnedAway, &outputs)
  }

  /// Somebody who has just got the right to admit learns who waits.
  func tellWaiting(to participant: AuthorID, _ outputs: inout RoomOutputs) {
    for waiting in participants.all where waiting.standing == .waiting {
      tell(participant, .waits(waiting.id, name: waiting.name), &outputs)
    }
  }

  private mutating func enter(_ id: AuthorID, _ outputs: inout RoomOutputs) {
    guard let participant = participants[id] else { return }
    // Before anything else.
    if recording.isActive { tell(id, .recording(recording.state), &outputs) }
    welcome(participant, isResumed: false, &outputs)
    sendBoard(to: id, &outputs)
    participants.update(id) { $0.standing = .present }
    log(.joined(name: participant.name), by: id, &outputs)
    tell(
      participants.present, except: id, .role(id, participant.role, participant.rights), &outputs)
    announceRecording(to: [id], &outputs)
    if participant.rights.contains(.admit) { tellWaiting(to: id, &outputs) }
  }

  private func check(_ request: JoinRequest) throws(RoomError) {
    guard request.version == JoinRequest.currentVersion else {
      throw RoomError(
        .otherVersion,
        "This room speaks version \(JoinRequest.currentVersion); load the page again.")
    }
    guard request.inkEngine == header.inkEngine else {
      throw RoomError(
        .otherEngine, "This board is drawn by ink engine \(header.inkEngine); load the page again.")
    }
  }

  private func checkRoom(mayEnter: Bool) throws(RoomError) {
    if mayEnter {
      guard participants.all.count - participants.count(.waiting) < limits.participants,
        lastParticipant.rawValue < .max
      else {
        throw RoomError(.roomFull, "The room is full; try again when somebody has left.")
      }
    } else if participants.count(.waiting) >= limits.waiting || lastParticipant.rawValue == .max {
      throw RoomError(.roomFull, "Too many people are waiting; try again later.")
    }
  }

  private func checkWaits(
    _ participant: AuthorID, _ sender: RoomParticipant
  ) throws(RoomError) {
    guard sender.rights.contains(.admit) else { throw .notAllowed(.admit) }
    guard participants[participant]?.standing == .waiting else { throw .unknownParticipant }
  }

  /// Throws when words for a list or a title are none: empty, too long, or with line breaks and
  /// other controls.
  func checkName(_ text: String, _ limit: Int, _ what: String) throws(RoomError) {
    guard text.utf8.count <= limit else {
      throw RoomError(.tooLarge, "A \(what) has at most \(limit) bytes; shorten it.")
    }
    var hasLetter = false
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        throw RoomError(.invalid, "A \(what) is one line of text; take out its line breaks.")
      case .spaceSeparator, .format: continue
      default: hasLetter = true
      }
    }
    guard hasLetter else { throw RoomError(.invalid, "A \(what) is not empty; write one.") }
  }
}
