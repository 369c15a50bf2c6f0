import MediaCore
import Strokes

/// Microphones, cameras, screens and the board's video.
extension Room {
  mutating func publish(
    _ kind: RoomTrack.Kind, _ name: String, by sender: RoomParticipant,
    _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    guard let right = kind.right, let logged = kind.logged else {
      throw RoomError(.invalid, "The room itself sends the board; subscribe to track 0.")
    }
    guard sender.rights.contains(right) else { throw .notAllowed(right) }
    try checkName(name, limits.nameBytes, "track's name")
    if kind == .screen {
      let screens = tracks.filter { $0.kind == .screen }
      guard screens.count < limits.screens else {
        let name = participants[screens[0].owner]?.name ?? "Somebody"
        throw RoomError(.alreadyShared, "\(name) shares a screen; wait until that has ended.")
      }
    }
    let own = tracks.filter { $0.owner == sender.id }
    guard own.count < limits.tracksPerParticipant, lastTrack < .max else {
      throw RoomError(
        .tooMany, "At most \(limits.tracksPerParticipant) tracks at a time; stop one first.")
    }
    lastTrack += 1
    let track = RoomTrack(id: lastTrack, owner: sender.id, kind: kind, name: name)
    tracks.append(track)
    let start = TrackStart(track: track.id, kind: logged, name: name)
    let event = log(.trackStarted(start), by: sender.id, &outputs)
    recording.noteStart(of: track, ownerName: sender.name, at: MediaTime(event.time))
    outputs.media.append(.published(track))
  }

  mutating func unpublish(
    _ id: UInt32, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    let track = try ownTrack(id, sender)
    stop(track, &outputs)
  }

  mutating func mute(
    _ id: UInt32, _ isMuted: Bool, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    let track = try ownTrack(id, sender)
    guard isMuted || track.owner == sender.id else {
      throw RoomError(.notAllowed, "Nobody unmutes others; ask them to.")
    }
    guard track.isMuted != isMuted else { return }
    for index in tracks.indices where tracks[index].id == id { tracks[index].isMuted = isMuted }
    outputs.media.append(.muted(id, isMuted))
    tell(
      participants.present, .muted(track: id, isMuted: isMuted, by: sender.id), &outputs)
  }

  mutating func subscribe(
    _ id: UInt32, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    guard let track = tracks.first(where: { $0.id == id }) else { throw .unknownTrack }
    guard track.owner != sender.id else {
      throw RoomError(.invalid, "That track is your own; show it without the room.")
    }
    guard !sender.subscriptions.contains(id) else { return }
    guard sender.subscriptions.count < limits.subscriptions else {
      throw RoomError(
        .tooMany, "At most \(limits.subscriptions) tracks are received; unsubscribe from one.")
    }
    participants.update(sender.id) {
      let place = $0.subscriptions.firstIndex { $0 > id } ?? $0.subscriptions.count
      $0.subscriptions.insert(id, at: place)
    }
    outputs.media.append(.subscribed(sender.id, id))
  }

  mutating func unsubscribe(
    _ id: UInt32, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    guard sender.subscriptions.contains(id) else { throw .unknownTrack }
    participants.update(sender.id) { $0.subscriptions.removeAll { $0 == id } }
    outputs.media.append(.unsubscribed(sender.id, id))
  }

  /// Ends a track for everybody.
  mutating func stop(_ track: RoomTrack, _ outputs: inout RoomOutputs) {
    tracks.removeAll { $0.id == track.id }
    participants.unsubscribeAll(from: track.id)
    let event = log(.trackStopped(track: track.id), by: track.owner, &outputs)
    recording.noteEnd(of: track.id, at: MediaTime(event.time))
    outputs.media.append(.stopped(track.id))
  }

  /// A track that the sender may stop or mute: their own, or as a moderator anybody's.
  private func ownTrack(
    _ id: UInt32, _ sender: RoomParticipant
  ) throws(RoomError) -> RoomTrack {
    guard let track = tracks.first(where: { $0.id == id }), track.kind != .board else {
      throw .unknownTrack
    }
    guard track.owner == sender.id || sender.rights.contains(.moderate) else {
      throw .notAllowed(.moderate)
    }
    return track
  }
}
