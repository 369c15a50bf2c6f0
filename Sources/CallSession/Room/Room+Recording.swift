import MediaCore
import Strokes

/// Recordings, and telling people of them.
extension Room {
  mutating func record(
    _ act: RecordingAct, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    guard sender.rights.contains(.record) else { throw .notAllowed(.record) }
    try recording.check(act)
    let action: BoardAction =
      switch act {
      case .start: .recordingStarted
      case .pause: .recordingPaused
      case .resume: .recordingResumed
      case .stop: .recordingStopped
      }
    let state: RecordingState =
      switch act {
      case .start, .resume: .running
      case .pause: .paused
      case .stop: .off
      }
    // People hear of it before the log does.
    tell(participants.present, .recording(state), &outputs)
    let event = log(action, by: sender.id, &outputs)
    let span = recording.perform(act, at: MediaTime(event.time))
    outputs.media.append(.recording(act, at: MediaTime(event.time)))
    if let span { outputs.media.append(.recorded(span)) }
    if act == .start { begin(at: MediaTime(event.time), &outputs) }
  }

  mutating func setChapter(
    _ title: String, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    guard sender.rights.contains(.record) else { throw .notAllowed(.record) }
    try checkName(title, limits.nameBytes, "chapter's title")
    log(.chapter(title), by: sender.id, &outputs)
  }

  /// Logs that participants have been told of the recording that runs, once each.
  mutating func announceRecording(to ids: [AuthorID], _ outputs: inout RoomOutputs) {
    guard recording.isActive else { return }
    var told: [AuthorID] = []
    for id in ids where participants[id]?.isTold == false {
      participants.update(id) { $0.isTold = true }
      told.append(id)
    }
    guard !told.isEmpty else { return }
    let event = log(.recordingAnnounced(to: told), by: AuthorID(0), &outputs)
    recording.noteAnnouncement(to: told, at: MediaTime(event.time))
  }

  private mutating func begin(at time: MediaTime, _ outputs: inout RoomOutputs) {
    for track in tracks where track.kind != .board {
      let name = participants[track.owner]?.name ?? ""
      recording.noteStart(of: track, ownerName: name, at: time)
    }
    participants.forgetTold()
    announceRecording(to: participants.present, &outputs)
  }
}
