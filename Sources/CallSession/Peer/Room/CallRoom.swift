package import MediaCore
package import Strokes

/// The server's side of a call: who is in the room, what each hears and sees.
///
/// Everybody has a leg, which is one connection. Their sound is mixed and coded once for all who only
/// listen; the board is coded once for all who watch it, cameras are passed on as they come. Who may what is
/// `Room`'s business. A value that is told what comes and when, and answers in `CallRoomOutputs`; the
/// drawing of the board is work for a `BoardWorker`, which stands outside and may take its time.
///
/// All of a participant's sources are those of `CallStreams`. Times are session time.
package struct CallRoom: ~Copyable {
  let configuration: CallRoomConfiguration
  var room: Room
  var roomOutputs = RoomOutputs()
  /// By number; nil where one has been taken away.
  var legs: [CallRoomLeg?] = []
  var legsByParticipant: [AuthorID: Int] = [:]
  /// When each wants to be woken.
  private var deadlines: [MediaTime?] = []
  /// Legs whose answers nobody has looked at, in order.
  private var touched: [CallRoomLeg] = []
  private var spare = PeerOutputs()

  var sound: CallRoomSound
  var board: CallRoomBoard
  var nextRates: MediaTime
  /// Since when a recording runs; nil when none does, or it is paused.
  var recordedSince: MediaTime?

  /// - Throws: when the board is none, or libopus has no memory.
  package init(_ configuration: CallRoomConfiguration, at now: MediaTime) throws(CallRoomError) {
    let room = try Self.room(configuration)
    let sound = try CallRoomSound(configuration, at: now)
    self.configuration = configuration
    self.room = room
    self.sound = sound
    board = CallRoomBoard(bitrate: configuration.boardBitrate)
    nextRates = now
  }

  private static func room(
    _ configuration: CallRoomConfiguration
  ) throws(CallRoomError) -> Room {
    do throws(BoardSchemaError) {
      return try Room(
        header: configuration.header, hasWaitingRoom: configuration.hasWaitingRoom,
        limits: configuration.limits)
    } catch {
      throw .board(error)
    }
  }

  /// Prepares a leg for somebody who has been invited. They come in by the first message that they send.
  ///
  /// - Parameters:
  ///   - participant: a number that nobody had before.
  ///   - context: protects what goes to them and opens what comes.
  /// - Returns: the leg's number.
  package mutating func add(
    _ participant: AuthorID, as role: RoomRole, context: consuming LibSRTPContext,
    using random: inout some RandomNumberGenerator
  ) throws(CallRoomError) -> Int {
    precondition(legsByParticipant[participant] == nil, "a participant has one leg")
    let number = legs.count
    let transport = transport(to: participant, context: context, using: &random)
    do throws(MediaError) {
      legs.append(
        try CallRoomLeg(
          number: number, participant: participant, role: role, transport: transport))
    } catch {
      throw .sound(error)
    }
    deadlines.append(legs[number]?.transport.deadline)
    legsByParticipant[participant] = number
    return number
  }

  /// The connection is lost. Who has not left keeps their place for a while, see `RoomLimits.graceTime`.
  package mutating func remove(
    _ leg: Int, at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout CallRoomOutputs
  ) {
    guard let removed = self.leg(leg) else { return }
    close(removed, at: now)
    drain(at: now, using: &random, into: &outputs)
    settle(at: now, using: &random, into: &outputs)
    silence(removed)
    legs[leg] = nil
    deadlines[leg] = nil
    legsByParticipant[removed.participant] = nil
  }

  /// A datagram came from a participant; any bytes will do.
  package mutating func receive(
    _ datagram: [UInt8], from leg: Int, at now: MediaTime,
    using random: inout some RandomNumberGenerator, into outputs: inout CallRoomOutputs
  ) {
    guard let leg = self.leg(leg) else { return }
    touch(leg)
    leg.transport.receive(datagram, at: now, into: &leg.outputs)
    settle(at: now, using: &random, into: &outputs)
  }

  /// When `handleTimeout` is to be called.
  package var deadline: MediaTime? {
    var earliest = MediaTime.earliest(sound.deadline, room.deadline)
    earliest = MediaTime.earliest(earliest, nextRates)
    earliest = MediaTime.earliest(earliest, boardDeadline)
    for deadline in deadlines { earliest = MediaTime.earliest(earliest, deadline) }
    return earliest
  }

  /// Does what is due.
  package mutating func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout CallRoomOutputs
  ) {
    if room.deadline.map({ $0 <= now }) ?? false {
      room.wake(at: now, into: &roomOutputs)
      drain(at: now, using: &random, into: &outputs)
    }
    for (index, deadline) in deadlines.enumerated() {
      guard let deadline, deadline <= now, let leg = leg(index) else { continue }
      touch(leg)
      leg.transport.handleTimeout(at: now, using: &random, into: &leg.outputs)
    }
    mixDue(at: now, into: &outputs)
    if nextRates <= now {
      shareOut(at: now)
      nextRates = now + Self.ratesInterval
    }
    askForBoardFrame(at: now, into: &outputs)
    settle(at: now, using: &random, into: &outputs)
  }

  private static let ratesInterval = MediaTime(milliseconds: 1_000)

  /// What a `BoardWorker` made of a job. Results come in the order of the jobs.
  package mutating func done(
    _ result: BoardJobResult, at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout CallRoomOutputs
  ) {
    take(result, at: now, into: &outputs)
    settle(at: now, using: &random, into: &outputs)
  }

  // MARK: Legs

  func leg(_ number: Int) -> CallRoomLeg? { legs.indices.contains(number) ? legs[number] : nil }

  func leg(of participant: AuthorID) -> CallRoomLeg? {
    legsByParticipant[participant].flatMap { legs[$0] }
  }

  /// Whoever changes a leg's transport says so.
  mutating func touch(_ leg: CallRoomLeg) {
    guard !leg.isTouched else { return }
    leg.isTouched = true
    touched.append(leg)
  }

  mutating func withSession(
    of leg: CallRoomLeg, _ body: (inout RTPSession, inout StreamOutputs) -> Void
  ) {
    touch(leg)
    leg.transport.withSession(into: &leg.outputs, body)
  }

  /// Looks at what the transports answered, and at what comes of that.
  private mutating func settle(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout CallRoomOutputs
  ) {
    var next = 0
    while next < touched.count {
      let leg = touched[next]
      next += 1
      leg.isTouched = false
      var taken = spare
      swap(&taken, &leg.outputs)
      for bytes in taken.datagrams { outputs.datagrams.append((leg.number, bytes)) }
      for event in taken.events { handle(event, of: leg, at: now, into: &outputs) }
      for message in taken.messages where !leg.isClosed {
        handle(message, of: leg, at: now, using: &random, into: &outputs)
      }
      if leg.transport.messageFailure != nil, !leg.isClosed {
        close(leg, at: now)
        drain(at: now, using: &random, into: &outputs)
      }
      sendWaiting(to: leg, at: now)
      taken.removeAll()
      spare = taken
      deadlines[leg.number] = leg.transport.deadline
    }
    touched.removeAll(keepingCapacity: true)
  }

  private mutating func handle(
    _ event: StreamOutputs.Event, of leg: CallRoomLeg, at now: MediaTime,
    into outputs: inout CallRoomOutputs
  ) {
    switch event {
    case .sound(let sound): hear(sound, from: leg, at: now, into: &outputs)
    case .frame(let source, let frame):
      for kind in CallStreams.Kind.pictures where source == leg.source(kind) {
        pass(frame, kind, of: leg, at: now, into: &outputs)
      }
    case .keyFrameWanted(let source): passRequest(for: source, at: now)
    case .boardNeeds(_, let need): ask(need, for: leg, at: now, into: &outputs)
    case .senderReport(let report): note(report, from: leg, at: now, into: &outputs)
    case .ended, .limited: return
    }
  }
}
