package import MediaCore
package import Strokes

/// A room: people, the board they draw on, their tracks, their messages, its recording.
///
/// The room is the authority. It says who may do what, gives every event of the session log its
/// number and time, and passes it to everyone in that order. It is a value that is told what happens
/// and when, and answers with what is to be sent, logged and done (`RoomOutputs`); it knows no
/// connection, no clock and no file. A file of its own holds each concern: admission, connections,
/// rights, drawing, tracks, words, recording.
///
/// Documentation/rooms.md tells the rules.
package struct Room {
  package let header: BoardHeader
  package let limits: RoomLimits
  /// Whether those without the right to admit wait before the door.
  package let hasWaitingRoom: Bool

  /// The number of the last event.
  package private(set) var sequence: UInt64 = 0
  /// Its time.
  package private(set) var time = BoardTime.zero
  /// The latest time that the room has been told.
  private(set) var now = MediaTime.zero

  var participants = ParticipantTable()
  var lastParticipant = AuthorID(0)
  /// Who waits or is away until when, the first to run out first.
  var timeouts: [RoomTimeout] = []
  var board = BoardLedger()
  var tail: LogTail
  var stream: SnapshotStream?
  var tracks = [RoomTrack.board]
  var lastTrack: UInt32 = 0
  var history: ChatHistory
  var recording = RoomRecording()

  /// An empty room.
  ///
  /// - Throws: when the header is none that a session may have.
  package init(
    header: BoardHeader, hasWaitingRoom: Bool = false, limits: RoomLimits = RoomLimits()
  ) throws(BoardSchemaError) {
    try header.check()
    self.header = header
    self.limits = limits
    self.hasWaitingRoom = hasWaitingRoom
    tail = LogTail(limits)
    history = ChatHistory(limits)
  }

  /// When the room wants to be woken; nil while nothing is pending.
  package var deadline: MediaTime? { timeouts.first?.at }

  /// Somebody's command. A message of somebody who is not here, or not any more, is passed over:
  /// it was on its way when they went.
  package mutating func handle(
    _ message: ClientMessage, from sender: AuthorID, at now: MediaTime,
    into outputs: inout RoomOutputs
  ) {
    advance(to: now)
    guard let participant = participants[sender], participant.standing != .away else { return }
    switch participant.numbers.verdict(on: message.number) {
    case .repeated:
      return tell(sender, .answered(number: participant.numbers.last), &outputs)
    case .ahead:
      let error = RoomError(
        .outOfOrder, "Commands before it are missing; send on from \(participant.numbers.last + 1)."
      )
      return tell(sender, .refused(number: message.number, error), &outputs)
    case .next:
      break
    }
    do throws(RoomError) {
      try pace(message, from: sender)
      try perform(message, by: participant, &outputs)
    } catch {
      participants.update(sender) { $0.numbers.noteAnswer(to: message.number, isRefusal: true) }
      tell(sender, .refused(number: message.number, error), &outputs)
    }
  }

  /// Time has passed.
  package mutating func wake(at now: MediaTime, into outputs: inout RoomOutputs) {
    advance(to: now)
    while let first = timeouts.first, first.at <= self.now {
      timeouts.removeFirst()
      switch participants[first.participant]?.standing {
      case .waiting: leave(first.participant, .notAdmittedInTime, &outputs)
      case .away: leave(first.participant, .connectionLost, &outputs)
      case .present, nil: break
      }
    }
  }

  /// The number and the time of the next event.
  mutating func note(_ sequence: UInt64, _ time: BoardTime) {
    self.sequence = sequence
    self.time = max(self.time, time)
  }

  mutating func advance(to now: MediaTime) {
    let latest = MediaTime(BoardTime(ticks: BoardLimits.largestTime))
    self.now = max(self.now, min(now, latest))
  }

  private mutating func pace(_ message: ClientMessage, from sender: AuthorID) throws(RoomError) {
    guard var pace = participants[sender]?.pace else { return }
    defer { participants.update(sender) { $0.pace = pace } }
    try pace.take(message, at: now)
  }

  private mutating func perform(
    _ message: ClientMessage, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    let id = sender.id
    if case .leave = message.command { return leave(id, .left, &outputs) }
    guard sender.standing == .present else {
      throw RoomError(.wrongState, "You are not in the room yet; wait to be let in.")
    }
    switch message.command {
    case .draw(let action, let captured):
      return try draw(action, captured, number: message.number, by: sender, &outputs)
    case .publish(let kind, let name): try publish(kind, name, by: sender, &outputs)
    case .unpublish(let track): try unpublish(track, by: sender, &outputs)
    case .subscribe(let track): try subscribe(track, by: sender, &outputs)
    case .unsubscribe(let track): try unsubscribe(track, by: sender, &outputs)
    case .mute(let track, let isMuted): try mute(track, isMuted, by: sender, &outputs)
    case .say(let text, let attachments): try say(text, attachments, by: sender, &outputs)
    case .react(let text): try react(text, by: sender, &outputs)
    case .readHistory(let sequence): sendHistory(before: sequence, to: id, &outputs)
    case .admit(let participant): try admit(participant, by: sender, &outputs)
    case .turnAway(let participant): try turnAway(participant, by: sender, &outputs)
    case .remove(let participant): try remove(participant, by: sender, &outputs)
    case .setRole(let participant, let role):
      try setRole(of: participant, role, by: sender, &outputs)
    case .setRights(let participant, let rights):
      try setRights(of: participant, rights, by: sender, &outputs)
    case .record(let act): try record(act, by: sender, &outputs)
    case .setChapter(let title): try setChapter(title, by: sender, &outputs)
    case .leave: return
    case .unknown(let code):
      throw RoomError(
        .unknownCommand, "The room does not know command \(code); load the page again.")
    }
    participants.update(id) { $0.numbers.noteAnswer(to: message.number, isRefusal: false) }
    tell(id, .accepted(number: message.number, sequence: sequence, time: time), &outputs)
  }
}

// MARK: Telling and logging

extension Room {
  func tell(_ participant: AuthorID, _ event: RoomEvent, _ outputs: inout RoomOutputs) {
    outputs.deliveries.append(
      Delivery(recipients: [participant], exception: nil, event: event))
  }

  func tell(
    _ recipients: [AuthorID], except exception: AuthorID? = nil, _ event: RoomEvent,
    _ outputs: inout RoomOutputs
  ) {
    guard !recipients.isEmpty else { return }
    outputs.deliveries.append(
      Delivery(recipients: recipients, exception: exception, event: event))
  }

  /// Numbers an event, logs it and passes it to everybody present.
  ///
  /// - Parameter captured: session time; now when nil. No event is earlier than the one before it.
  @discardableResult
  mutating func log(
    _ action: BoardAction, by author: AuthorID, captured: BoardTime? = nil,
    except exception: AuthorID? = nil, _ outputs: inout RoomOutputs
  ) -> BoardEvent {
    note(sequence + 1, captured ?? BoardTime(ticks: now.nanoseconds / 100_000))
    let event = BoardEvent(sequence: sequence, time: time, author: author, action: action)
    board.append(event)
    tail.append(event)
    history.append(event)
    outputs.log.append(event)
    tell(participants.present, except: exception, .logged(event), &outputs)
    return event
  }
}
