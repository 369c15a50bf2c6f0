package import Strokes

/// byte code · varint number · then what the command needs.
extension RoomCodec {
  /// - Parameter author: the sender, against whom the names in a drawing are written.
  /// - Throws: the limit of the board's format that a drawing breaks.
  package static func encode(
    _ message: ClientMessage, by author: AuthorID
  ) throws(BoardSchemaError) -> [UInt8] {
    var writer = BinaryCodecWriter()
    writer.byte(message.command.code)
    writer.varint(message.number)
    switch message.command {
    case .draw(let action, let captured):
      let event = BoardEvent(sequence: 0, time: captured, author: author, action: action)
      var encoder = BinaryCodecEncoder()
      try encoder.append(event, to: &writer.bytes)
    case .publish(let kind, let name):
      writer.byte(kind.rawValue)
      writer.text(name)
    case .unpublish(let track), .subscribe(let track), .unsubscribe(let track):
      writer.varint(UInt64(track))
    case .mute(let track, let isMuted):
      writer.varint(UInt64(track))
      writer.boolean(isMuted)
    case .say(let text, let attachments):
      writer.text(text)
      writer.count(attachments.count)
      for hash in attachments { writer.hash(hash) }
    case .react(let text), .setChapter(let text):
      writer.text(text)
    case .readHistory(let sequence):
      writer.varint(sequence)
    case .admit(let participant), .turnAway(let participant), .remove(let participant):
      writer.author(participant)
    case .setRole(let participant, let role):
      writer.author(participant)
      writer.byte(role.rawValue)
    case .setRights(let participant, let rights):
      writer.author(participant)
      writer.byte(rights.rawValue)
    case .record(let act):
      writer.byte(act.rawValue)
    case .leave, .unknown:
      break
    }
    return writer.bytes
  }

  /// A participant's message.
  package static func decodeMessage(_ bytes: [UInt8]) throws(BinaryCodecError) -> ClientMessage {
    guard bytes.count <= BinaryCodec.largestFrame else { throw .frameTooLong }
    var reader = BinaryCodecReader(bytes, 0..<bytes.count)
    let number = try reader.byte()
    return ClientMessage(
      number: try reader.varint(), command: try command(number, &reader),
      byteCount: bytes.count)
  }

  private static func command(
    _ number: UInt8, _ reader: inout BinaryCodecReader
  ) throws(BinaryCodecError) -> RoomCommand {
    guard let code = CommandCode(rawValue: number) else { return .unknown(code: number) }
    switch code {
    case .draw:
      let event = try reader.event()
      return .draw(event.action, captured: event.time)
    case .publish: return .publish(try reader.choice(), name: try reader.name())
    case .unpublish: return .unpublish(try reader.varint32())
    case .subscribe: return .subscribe(try reader.varint32())
    case .unsubscribe: return .unsubscribe(try reader.varint32())
    case .mute: return .mute(try reader.varint32(), try reader.boolean())
    case .say:
      let text = try reader.text(limit: BoardLimits.textBytes)
      let count = try reader.count(ofAtLeast: 32, limit: 1_024, else: .tooManyItems)
      var attachments: [ContentHash] = []
      for _ in 0..<count { attachments.append(try reader.hash()) }
      return .say(text, attachments: attachments)
    case .react: return .react(try reader.name())
    case .readHistory: return .readHistory(before: try reader.varint())
    case .admit: return .admit(try reader.author())
    case .turnAway: return .turnAway(try reader.author())
    case .remove: return .remove(try reader.author())
    case .setRole: return .setRole(try reader.author(), try reader.choice())
    case .setRights:
      return .setRights(try reader.author(), RoomRights(rawValue: try reader.byte()))
    case .record: return .record(try reader.choice())
    case .setChapter: return .setChapter(try reader.name())
    case .leave: return .leave
    }
  }
}

extension BinaryCodecReader {
  /// An event of the board, in a frame of its own.
  mutating func event() throws(BinaryCodecError) -> BoardEvent {
    let frame = try blob(limit: BinaryCodec.largestFrame, else: .resourceTooLarge)
    var writer = BinaryCodecWriter()
    writer.blob(frame)
    var decoder = BinaryCodecDecoder(writer.bytes)
    guard let event = try decoder.next() else { throw .truncated }
    return event
  }
}

extension RoomCommand {
  fileprivate var code: UInt8 {
    let code: RoomCodec.CommandCode
    switch self {
    case .draw: code = .draw
    case .publish: code = .publish
    case .unpublish: code = .unpublish
    case .subscribe: code = .subscribe
    case .unsubscribe: code = .unsubscribe
    case .mute: code = .mute
    case .say: code = .say
    case .react: code = .react
    case .readHistory: code = .readHistory
    case .admit: code = .admit
    case .turnAway: code = .turnAway
    case .remove: code = .remove
    case .setRole: code = .setRole
    case .setRights: code = .setRights
    case .record: code = .record
    case .setChapter: code = .setChapter
    case .leave: code = .leave
    case .unknown(let number): return number
    }
    return code.rawValue
  }
}
