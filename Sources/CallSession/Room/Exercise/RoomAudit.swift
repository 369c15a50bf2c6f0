import MediaCore
import Strokes

/// What must be so after every step of a room, whatever its people do.
struct RoomAudit {
  private(set) var faults: [String] = []

  /// What somebody has been told since their connection began.
  private struct Ear {
    var isOpen = true
    var sequence: UInt64?
    var recording: RecordingState?
    /// Whether the recording was the last thing they heard of.
    var justHeardOfRecording = false
    /// The last event that they say they know.
    var known: UInt64?
    var rights: RoomRights
  }

  private var ears: [AuthorID: Ear] = [:]
  private var sequence: UInt64 = 0
  private var time = BoardTime.zero
  private var announced: Set<AuthorID> = []
  private var openStrokes: Set<BoardID> = []
  private var names: Set<BoardID> = []
  private var screens: Set<UInt32> = []

  mutating func check(_ isSo: Bool, _ fault: @autoclosure () -> String) {
    if !isSo, faults.count < 10 { faults.append(fault()) }
  }

  /// - Parameter known: the last event that somebody who comes back knows; nil for a newcomer.
  mutating func noteConnection(of id: AuthorID, role: RoomRole, known: UInt64?) {
    let rights = known == nil ? role.rights : ears[id]?.rights ?? role.rights
    ears[id] = Ear(known: known, rights: rights)
  }

  mutating func noteLoss(of id: AuthorID) {
    ears[id]?.isOpen = false
  }

  mutating func take(_ outputs: RoomOutputs, _ room: Room) {
    for event in outputs.log { logged(event, room) }
    for delivery in outputs.deliveries {
      for id in delivery.recipients where id != delivery.exception {
        heard(delivery.event, id, room)
      }
    }
    check(room.sequence == sequence, "the room's number is not its log's")
    for participant in room.participants.all {
      let ear = ears[participant.id]
      switch participant.standing {
      case .present:
        check(ear?.sequence == sequence, "\(participant.id) has not heard everything")
        check(
          room.recording.state == .off || ear?.recording == room.recording.state,
          "\(participant.id) does not know of the recording")
        check(
          room.recording.state == .off || announced.contains(participant.id),
          "the log does not say that \(participant.id) was told of the recording")
        check(ear?.rights == participant.rights, "\(participant.id)'s rights are not as told")
      case .away, .waiting:
        check(ear?.sequence == nil || ear?.isOpen == false, "\(participant.id) hears the room")
      }
    }
    for stroke in openStrokes {
      let author = room.participants[stroke.author]
      check(author?.rights.contains(.draw) == true, "a stroke is open without the right to draw")
    }
    let areAllPresent = room.participants.present.count == room.participants.all.count
    check((room.deadline == nil) == areAllPresent, "somebody is waited for without a deadline")
  }

  // MARK: The log

  private mutating func logged(_ event: BoardEvent, _ room: Room) {
    check(event.sequence == sequence + 1, "the log's numbers do not follow each other")
    check(event.time >= time, "the log's time runs backwards")
    check((try? event.check()) != nil, "the log holds what no board may")
    sequence = event.sequence
    time = event.time
    let author = event.author
    switch event.action {
    case .strokeBegan(let id, _, _, _):
      drawn(id, author)
      openStrokes.insert(id)
    case .strokePoints(let id, _):
      check(openStrokes.contains(id), "points of a stroke that is not open")
      check(id.author == author, "points of somebody else's stroke")
    case .strokeEnded(let id):
      check(openStrokes.remove(id) != nil, "the end of a stroke that is not open")
    case .outlinePlaced(let id, _), .picturePlaced(let id, _), .erased(let id, _), .cleared(let id),
      .transformed(let id, _, _), .restyled(let id, _, _), .deleted(let id, _),
      .background(let id, _):
      drawn(id, author)
    case .duplicated(let id, let copies, _):
      drawn(id, author)
      for copy in copies { drawn(copy.copy, author) }
    case .undone(let id), .redone(let id):
      check(names.contains(id), "what nobody did is undone or redone")
      check(may(author, id.author == author ? .draw : .moderate), "an undo without the right")
    case .chat, .reaction, .attached: check(may(author, .chat), "words without the right")
    case .trackStarted(let start):
      check(may(author, start.kind == .screen ? .share : .speak), "a track without the right")
      if start.kind == .screen { screens.insert(start.track) }
      check(screens.count <= room.limits.screens, "too many screens")
    case .trackStopped(let track): screens.remove(track)
    case .recordingStarted:
      announced = []
      check(may(author, .record), "a recording without the right")
    case .recordingPaused, .recordingResumed, .recordingStopped, .chapter:
      check(may(author, .record), "a recording without the right")
    case .recordingAnnounced(let told): announced.formUnion(told)
    case .left:
      openStrokes = openStrokes.filter { $0.author != author }
    default: break
    }
  }

  private mutating func drawn(_ id: BoardID, _ author: AuthorID) {
    check(id.author == author, "somebody draws in another's name")
    check(names.insert(id).inserted, "a name is given twice")
    check(may(author, .draw), "somebody draws without the right")
  }

  private func may(_ author: AuthorID, _ right: RoomRights) -> Bool {
    ears[author]?.rights.contains(right) == true
  }

  // MARK: What people hear

  private mutating func heard(_ event: RoomEvent, _ id: AuthorID, _ room: Room) {
    check(ears[id]?.isOpen == true, "somebody who is not there is told \(event)")
    guard var ear = ears[id] else { return }
    switch event {
    case .recording(let state):
      ear.recording = state
    case .welcome(let welcome):
      check(
        ear.justHeardOfRecording || !room.recording.isActive,
        "\(id) is let in without hearing of the recording first")
      ear.sequence = welcome.isResumed ? ear.known : nil
      let own = welcome.participants.first { $0.id == id }
      check(own?.rights == ear.rights, "a welcome with other rights")
    case .snapshot(let part):
      if part.isLast { ear.sequence = part.sequence }
    case .logged(let event):
      check(
        ear.sequence == event.sequence - 1,
        "\(id) is told event \(event.sequence) after \(ear.sequence ?? 0)")
      ear.sequence = event.sequence
    case .accepted(_, let sequence, _):
      check(
        ear.sequence == sequence || ear.sequence == sequence - 1, "an answer out of order")
      ear.sequence = sequence
    case .role(let whom, _, let rights):
      if whom == id { ear.rights = rights } else { ears[whom]?.rights = rights }
    case .goodbye:
      ear.isOpen = false
    case .waiting, .refused, .answered, .history, .waits, .waitsNoMore, .connection, .muted,
      .unknown:
      break
    }
    if case .recording = event {
      ear.justHeardOfRecording = true
    } else {
      ear.justHeardOfRecording = false
    }
    ears[id] = ear
  }
}
