import Strokes

/// Who may do what, and who is put out.
extension Room {
  mutating func setRole(
    of id: AuthorID, _ role: RoomRole, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    let target = try checkAuthority(over: id, sender)
    guard role <= sender.role else {
      throw RoomError(.notAllowed, "Nobody raises others above themselves; ask a host.")
    }
    apply(role, role.rights, to: target, &outputs)
  }

  mutating func setRights(
    of id: AuthorID, _ rights: RoomRights, by sender: RoomParticipant,
    _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    let target = try checkAuthority(over: id, sender)
    guard rights.isSubset(of: .all) else {
      throw RoomError(.invalid, "There is no such right; load the page again.")
    }
    guard rights.symmetricDifference(target.rights).isSubset(of: sender.rights) else {
      throw RoomError(.notAllowed, "Nobody gives or takes rights they lack; ask a host.")
    }
    apply(target.role, rights, to: target, &outputs)
  }

  mutating func remove(
    _ id: AuthorID, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    let target = try checkAuthority(over: id, sender)
    guard target.id != sender.id else {
      throw RoomError(.invalid, "Nobody removes themselves; leave.")
    }
    leave(target.id, .removed, &outputs)
  }

  /// The participant over whom the sender has a say: a lower role's, or for a host anybody's.
  private func checkAuthority(
    over id: AuthorID, _ sender: RoomParticipant
  ) throws(RoomError) -> RoomParticipant {
    guard sender.rights.contains(.moderate) else { throw .notAllowed(.moderate) }
    guard let target = participants[id], target.standing != .waiting else {
      throw .unknownParticipant
    }
    guard target.role < sender.role || sender.role == .host || target.id == sender.id else {
      throw RoomError(.notAllowed, "\(target.name) is no lower than you; ask a host.")
    }
    return target
  }

  private mutating func apply(
    _ role: RoomRole, _ rights: RoomRights, to target: RoomParticipant,
    _ outputs: inout RoomOutputs
  ) {
    let id = target.id
    participants.update(id) {
      $0.role = role
      $0.rights = rights
    }
    tell(participants.present, .role(id, role, rights), &outputs)
    // What goes on by a right ends with it.
    if !rights.contains(.draw) {
      for stroke in board.openStrokes(of: id) { log(.strokeEnded(stroke), by: id, &outputs) }
    }
    for track in tracks where track.owner == id {
      if let right = track.kind.right, !rights.contains(right) { stop(track, &outputs) }
    }
    if rights.contains(.admit), !target.rights.contains(.admit), target.standing == .present {
      tellWaiting(to: id, &outputs)
    }
  }
}
