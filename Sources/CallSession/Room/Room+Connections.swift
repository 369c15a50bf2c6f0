package import MediaCore
package import Strokes

/// Losing a connection, coming back, leaving.
extension Room {
  /// A participant's connection is lost. They have `graceTime` to come back; their open strokes
  /// stay open, since they may go on drawing meanwhile.
  package mutating func disconnect(
    _ id: AuthorID, at now: MediaTime, into outputs: inout RoomOutputs
  ) {
    advance(to: now)
    guard let participant = participants[id] else { return }
    switch participant.standing {
    case .away: return
    case .waiting: leave(id, .connectionLost, &outputs)
    case .present:
      participants.update(id) { $0.standing = .away }
      setTimeout(of: id, after: limits.graceTime)
      for track in participant.subscriptions {
        outputs.media.append(.unsubscribed(id, track))
      }
      tell(participants.present, .connection(id, isConnected: false), &outputs)
    }
  }

  mutating func resume(
    _ resumption: JoinRequest.Resumption, _ outputs: inout RoomOutputs
  ) throws(RoomError) -> AuthorID {
    guard let participant = participants.participant(with: resumption.key) else {
      throw RoomError(.expired, "You were away too long; join again.")
    }
    let id = participant.id
    clearTimeout(of: id)
    if recording.isActive { tell(id, .recording(recording.state), &outputs) }
    let missed = tail.events(after: resumption.lastSequence, last: sequence)
    welcome(participant, isResumed: missed != nil, &outputs)
    if let missed {
      for event in missed { tell(id, .logged(event), &outputs) }
    } else {
      sendBoard(to: id, &outputs)
    }
    if participant.standing == .away {
      tell(participants.present, .connection(id, isConnected: true), &outputs)
      participants.update(id) { $0.standing = .present }
    }
    // The new connection has nothing yet of what the old one was sent.
    for track in participant.subscriptions {
      outputs.media.append(.subscribed(id, track))
    }
    announceRecording(to: [id], &outputs)
    if participant.rights.contains(.admit) { tellWaiting(to: id, &outputs) }
    return id
  }

  /// Takes somebody out of the room, or away from its door.
  mutating func leave(_ id: AuthorID, _ reason: LeaveReason, _ outputs: inout RoomOutputs) {
    guard let participant = participants[id] else { return }
    clearTimeout(of: id)
    if reason != .connectionLost, participant.standing != .away {
      tell(id, .goodbye(reason), &outputs)
    }
    participants.remove(id)
    guard participant.standing != .waiting else {
      return tell(participants.present(with: .admit), .waitsNoMore(id), &outputs)
    }
    if participant.standing == .present {
      for track in participant.subscriptions {
        outputs.media.append(.unsubscribed(id, track))
      }
    }
    for track in tracks where track.owner == id { stop(track, &outputs) }
    log(.left, by: id, &outputs)
  }

  func welcome(
    _ participant: RoomParticipant, isResumed: Bool, _ outputs: inout RoomOutputs
  ) {
    var people: [Welcome.ParticipantInfo] = []
    for other in participants.all where other.standing != .waiting && other.id != participant.id {
      people.append(other.info)
    }
    var own = participant.info
    own.isConnected = true
    people.insert(own, at: people.firstIndex { $0.id > own.id } ?? people.count)
    let welcome = Welcome(
      participant: participant.id, key: participant.key, isResumed: isResumed, now: now,
      sequence: sequence, number: participant.numbers.last,
      refused: participant.numbers.refused, participants: people, tracks: tracks)
    tell(participant.id, .welcome(welcome), &outputs)
  }

  /// The board as it is: a snapshot, and the log after it; then the last messages before that.
  mutating func sendBoard(to id: AuthorID, _ outputs: inout RoomOutputs) {
    let snapshot = freshSnapshot()
    for part in snapshot.parts { tell(id, .snapshot(part), &outputs) }
    sendHistory(before: snapshot.sequence + 1, to: id, &outputs)
    for event in tail.events(after: snapshot.sequence, last: sequence) ?? [] {
      tell(id, .logged(event), &outputs)
    }
  }

  /// One that was made a short while ago, when the log after it is still there.
  private mutating func freshSnapshot() -> SnapshotStream {
    if let stream, sequence - stream.sequence <= limits.snapshotTail,
      tail.events(after: stream.sequence, last: sequence) != nil
    {
      return stream
    }
    let fresh = SnapshotStream(header, board.snapshot.log, sequence: sequence)
    stream = fresh
    return fresh
  }
}
