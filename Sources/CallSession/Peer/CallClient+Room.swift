package import MediaCore
package import Strokes

extension CallClient {
  package var welcome: Welcome? { room.welcome }

  /// Asks to come in, or back in.
  package mutating func join(at now: MediaTime, into outputs: inout CallClientOutputs) {
    transport.send(RoomCodec.encode(room.connect()), at: now, into: &peerOutputs)
    drain(at: now, into: &outputs)
  }

  /// Gives the room a command; before the welcome it waits for that.
  package mutating func command(
    _ command: RoomCommand, at now: MediaTime, into outputs: inout CallClientOutputs
  ) throws(BoardSchemaError) {
    if let message = room.send(command) { try send(message, at: now) }
    drain(at: now, into: &outputs)
  }

  private mutating func send(
    _ message: ClientMessage, at now: MediaTime
  ) throws(BoardSchemaError) {
    let bytes = try RoomCodec.encode(message, by: AuthorID(configuration.participant))
    transport.send(bytes, at: now, into: &peerOutputs)
  }

  /// What the room says. What makes no sense is passed over: the next message may.
  mutating func handle(
    _ message: [UInt8], at now: MediaTime, into outputs: inout CallClientOutputs
  ) {
    guard let event = try? RoomCodec.decodeEvent(message) else { return }
    roomOutputs = RoomClientOutputs()
    try? room.receive(event, into: &roomOutputs)
    for step in roomOutputs.board { outputs.events.append(.board(step)) }
    for message in roomOutputs.messages { try? send(message, at: now) }
    for refusal in roomOutputs.refusals { outputs.events.append(.refused(refusal.error)) }
    if case .welcome(let welcome) = event {
      outputs.events.append(.welcome)
      begin(welcome, at: now)
    } else if case .logged(let logged) = event {
      watch(logged, at: now)
    }
  }

  /// Sends what we have and takes what there is.
  private mutating func begin(_ welcome: Welcome, at now: MediaTime) {
    guard !welcome.isResumed else { return }
    var commands: [RoomCommand] = []
    if configuration.hasMicrophone { commands.append(.publish(.microphone, name: "microphone")) }
    if configuration.hasCamera { commands.append(.publish(.camera, name: "camera")) }
    for track in welcome.tracks where track.kind != .microphone {
      commands.append(.subscribe(track.id))
    }
    for command in commands {
      if let message = room.send(command) { try? send(message, at: now) }
    }
  }

  private mutating func watch(_ event: BoardEvent, at now: MediaTime) {
    if event.author.rawValue == configuration.participant { return noteShare(event) }
    guard case .trackStarted(let track) = event.action,
      track.kind == .camera || track.kind == .screen
    else { return }
    if let message = room.send(.subscribe(track.track)) { try? send(message, at: now) }
  }
}
