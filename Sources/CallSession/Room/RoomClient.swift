package import Strokes

/// A participant's side of a room: numbers commands, keeps them until they are answered, and puts
/// the board's events in the room's order.
///
/// It draws nothing itself: whoever owns it hands `RoomClientOutputs.board` to a renderer. A page
/// shows its own strokes at once, and these when they have their place.
package struct RoomClient {
  package let name: String
  /// As of the last time that the room let us in.
  package private(set) var welcome: Welcome?
  /// The last event that has been put in order.
  package private(set) var sequence: UInt64 = 0
  package private(set) var recording = RecordingState.off
  package private(set) var goodbye: LeaveReason?
  /// Commands that have no answer yet, oldest first.
  package private(set) var pending: [ClientMessage] = []

  private var lastNumber: UInt64 = 0
  /// Whether the room has said on this connection which commands it lacks.
  private var isWelcome = false
  /// The snapshot as far as it has come; nil when none is coming.
  private var snapshot: BinaryCodecDecoder?
  private var hasHeader = false

  package init(name: String) {
    self.name = name
  }

  /// A new connection.
  ///
  /// - Returns: what to say first on it.
  package mutating func connect() -> JoinRequest {
    isWelcome = false
    let resumption = welcome.map {
      JoinRequest.Resumption(key: $0.key, lastSequence: snapshot == nil ? sequence : .max)
    }
    return JoinRequest(name: name, resumption: resumption)
  }

  /// The message that carries a command; nil when the room has not let us in, or back in, yet: then
  /// it is among what `receive` gives out when it does.
  package mutating func send(_ command: RoomCommand) -> ClientMessage? {
    lastNumber += 1
    let message = ClientMessage(number: lastNumber, command: command)
    pending.append(message)
    return isWelcome ? message : nil
  }

  /// Takes what the room says.
  ///
  /// - Throws: when it makes no sense; then the connection is to be closed, and another one brings
  ///   everything anew.
  package mutating func receive(
    _ event: RoomEvent, into outputs: inout RoomClientOutputs
  ) throws(RoomClientError) {
    switch event {
    case .welcome(let welcome): begin(welcome, &outputs)
    case .snapshot(let part): try take(part, &outputs)
    case .logged(let event): try take(event, &outputs)
    case .accepted(let number, let sequence, let time):
      guard let answered = takePending(number) else { return }
      guard case .draw(let action, _) = answered.command, sequence != self.sequence,
        let author = welcome?.participant
      else { return }
      let event = BoardEvent(sequence: sequence, time: time, author: author, action: action)
      try take(event, &outputs)
    case .refused(let number, let error):
      // 0 is the request to come in.
      guard number == 0 || takePending(number) != nil else { return }
      outputs.refusals.append(RoomClientOutputs.Refusal(number: number, error: error))
    case .recording(let state), .waiting(let state):
      recording = state
    case .goodbye(let reason):
      goodbye = reason
    case .answered, .history, .waits, .waitsNoMore, .connection, .role, .muted, .unknown:
      return
    }
  }

  private mutating func begin(_ welcome: Welcome, _ outputs: inout RoomClientOutputs) {
    self.welcome = welcome
    isWelcome = true
    snapshot = welcome.isResumed ? nil : BinaryCodecDecoder()
    hasHeader = false
    for message in pending where message.number <= welcome.number {
      if welcome.refused.contains(message.number) {
        let error = RoomError(.other, "It was refused while the connection was down.")
        outputs.refusals.append(
          RoomClientOutputs.Refusal(number: message.number, error: error))
      }
    }
    pending.removeAll { $0.number <= welcome.number }
    outputs.messages += pending
  }

  private mutating func take(
    _ part: SnapshotPart, _ outputs: inout RoomClientOutputs
  ) throws(RoomClientError) {
    guard var decoder = snapshot else { throw .unexpectedSnapshot }
    decoder.append(part.bytes)
    do throws(BinaryCodecError) {
      if !hasHeader {
        outputs.board.append(.restart(try decoder.header()))
        hasHeader = true
      }
      while let event = try decoder.next() { outputs.board.append(.event(event)) }
    } catch {
      guard error == .truncated, !part.isLast else { throw .brokenSnapshot }
    }
    snapshot = part.isLast ? nil : decoder
    if part.isLast { sequence = part.sequence }
  }

  private mutating func take(
    _ event: BoardEvent, _ outputs: inout RoomClientOutputs
  ) throws(RoomClientError) {
    guard snapshot == nil, event.sequence == sequence + 1 else {
      throw .gap(expected: sequence + 1)
    }
    sequence = event.sequence
    outputs.board.append(.event(event))
  }

  /// The command of a number, which waits no more.
  private mutating func takePending(_ number: UInt64) -> ClientMessage? {
    guard let place = pending.firstIndex(where: { $0.number == number }) else { return nil }
    return pending.remove(at: place)
  }
}

/// Why what the room said makes no sense.
package enum RoomClientError: Error, Equatable, Sendable {
  /// Events before it are missing, or it was here before.
  case gap(expected: UInt64)
  case unexpectedSnapshot
  case brokenSnapshot
}

/// What a client has to do.
package struct RoomClientOutputs {
  package enum BoardStep: Equatable, Sendable {
    /// An empty board, which a snapshot fills.
    case restart(BoardHeader)
    case event(BoardEvent)
  }

  package struct Refusal: Equatable, Sendable {
    package var number: UInt64
    package var error: RoomError
  }

  package var board: [BoardStep] = []
  /// To be sent, again.
  package var messages: [ClientMessage] = []
  package var refusals: [Refusal] = []

  package init() {}
}
