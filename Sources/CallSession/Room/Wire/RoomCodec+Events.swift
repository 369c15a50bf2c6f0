package import Strokes

/// byte code · then what the event needs.
extension RoomCodec {
  /// - Throws: the limit of the board's format that an event in it breaks.
  package static func encode(_ event: RoomEvent) throws(BoardSchemaError) -> [UInt8] {
    var writer = BinaryCodecWriter()
    writer.byte(event.code)
    switch event {
    case .recording(let state), .waiting(let state):
      writer.byte(state.rawValue)
    case .welcome(let welcome):
      writer.welcome(welcome)
    case .snapshot(let part):
      writer.varint(part.sequence)
      writer.boolean(part.isLast)
      writer.blob(part.bytes)
    case .logged(let event):
      var encoder = BinaryCodecEncoder()
      try encoder.append(event, to: &writer.bytes)
    case .accepted(let number, let sequence, let time):
      writer.varint(number)
      writer.varint(sequence)
      writer.zigzag(time.ticks)
    case .refused(let number, let error):
      writer.varint(number)
      writer.byte(error.code.rawValue)
      writer.text(error.message)
    case .answered(let number):
      writer.varint(number)
    case .history(let events, let hasMore):
      writer.boolean(hasMore)
      writer.count(events.count)
      var encoder = BinaryCodecEncoder()
      for event in events { try encoder.append(event, to: &writer.bytes) }
    case .waits(let participant, let name):
      writer.author(participant)
      writer.text(name)
    case .waitsNoMore(let participant):
      writer.author(participant)
    case .connection(let participant, let isConnected):
      writer.author(participant)
      writer.boolean(isConnected)
    case .role(let participant, let role, let rights):
      writer.author(participant)
      writer.byte(role.rawValue)
      writer.byte(rights.rawValue)
    case .muted(let track, let isMuted, let participant):
      writer.varint(UInt64(track))
      writer.boolean(isMuted)
      writer.author(participant)
    case .goodbye(let reason):
      writer.byte(reason.rawValue)
    case .unknown:
      break
    }
    return writer.bytes
  }

  package static func decodeEvent(_ bytes: [UInt8]) throws(BinaryCodecError) -> RoomEvent {
    var reader = BinaryCodecReader(bytes, 0..<bytes.count)
    let number = try reader.byte()
    guard let code = EventCode(rawValue: number) else { return .unknown(code: number) }
    switch code {
    case .recording: return .recording(try reader.choice())
    case .waiting: return .waiting(try reader.choice())
    case .welcome: return .welcome(try reader.welcome())
    case .snapshot:
      return .snapshot(
        SnapshotPart(
          sequence: try reader.varint(), isLast: try reader.boolean(),
          bytes: try reader.blob(limit: SnapshotStream.partBytes, else: .resourceTooLarge)))
    case .logged: return .logged(try reader.event())
    case .accepted:
      return .accepted(
        number: try reader.varint(), sequence: try reader.varint(),
        time: BoardTime(ticks: try reader.zigzag()))
    case .refused:
      let number = try reader.varint()
      let reason = RoomError.Code(rawValue: try reader.byte()) ?? .other
      return .refused(number: number, RoomError(reason, try reader.name()))
    case .answered: return .answered(number: try reader.varint())
    case .history:
      let hasMore = try reader.boolean()
      let count = try reader.count(ofAtLeast: 2, limit: 65_536, else: .tooManyItems)
      var events: [BoardEvent] = []
      for _ in 0..<count { events.append(try reader.event()) }
      return .history(events, hasMore: hasMore)
    case .waits: return .waits(try reader.author(), name: try reader.name())
    case .waitsNoMore: return .waitsNoMore(try reader.author())
    case .connection:
      return .connection(try reader.author(), isConnected: try reader.boolean())
    case .role:
      return .role(
        try reader.author(), try reader.choice(), RoomRights(rawValue: try reader.byte()))
    case .muted:
      return .muted(
        track: try reader.varint32(), isMuted: try reader.boolean(), by: try reader.author())
    case .goodbye: return .goodbye(try reader.choice())
    }
  }
}

extension RoomEvent {
  fileprivate var code: UInt8 {
    let code: RoomCodec.EventCode
    switch self {
    case .recording: code = .recording
    case .waiting: code = .waiting
    case .welcome: code = .welcome
    case .snapshot: code = .snapshot
    case .logged: code = .logged
    case .accepted: code = .accepted
    case .refused: code = .refused
    case .answered: code = .answered
    case .history: code = .history
    case .waits: code = .waits
    case .waitsNoMore: code = .waitsNoMore
    case .connection: code = .connection
    case .role: code = .role
    case .muted: code = .muted
    case .goodbye: code = .goodbye
    case .unknown(let number): return number
    }
    return code.rawValue
  }
}
