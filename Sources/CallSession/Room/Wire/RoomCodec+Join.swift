package import Strokes

/// varint version · varint ink engine · text name · byte resumes · [key · varint sequence]
extension RoomCodec {
  package static func encode(_ request: JoinRequest) -> [UInt8] {
    var writer = BinaryCodecWriter()
    writer.varint(UInt64(request.version))
    writer.varint(UInt64(request.inkEngine))
    writer.text(request.name)
    writer.byte(request.resumption == nil ? 0 : 1)
    if let resumption = request.resumption {
      writer.key(resumption.key)
      writer.varint(resumption.lastSequence)
    }
    return writer.bytes
  }

  package static func decodeJoin(_ bytes: [UInt8]) throws(BinaryCodecError) -> JoinRequest {
    var reader = BinaryCodecReader(bytes, 0..<bytes.count)
    var request = JoinRequest(
      version: try reader.varint32(), inkEngine: try reader.varint32(),
      name: try reader.text(limit: BoardLimits.nameBytes))
    if try reader.byte() != 0 {
      request.resumption = JoinRequest.Resumption(
        key: try reader.key(), lastSequence: try reader.varint())
    }
    return request
  }
}

extension BinaryCodecWriter {
  /// Sixteen bytes, high ones first.
  mutating func key(_ key: ResumeKey) {
    for half in [key.high, key.low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        byte(UInt8(truncatingIfNeeded: half >> UInt64(shift)))
      }
    }
  }

  mutating func boolean(_ value: Bool) {
    byte(value ? 1 : 0)
  }

  mutating func author(_ author: AuthorID) {
    varint(UInt64(author.rawValue))
  }
}

extension BinaryCodecReader {
  mutating func key() throws(BinaryCodecError) -> ResumeKey {
    var halves: [UInt64] = [0, 0]
    for index in 0..<2 {
      for _ in 0..<8 { halves[index] = halves[index] << 8 | UInt64(try byte()) }
    }
    return ResumeKey(high: halves[0], low: halves[1])
  }

  mutating func boolean() throws(BinaryCodecError) -> Bool {
    try byte() != 0
  }

  mutating func author() throws(BinaryCodecError) -> AuthorID {
    AuthorID(try varint32())
  }

  /// The case of a number; one that is not known makes the message unreadable.
  mutating func choice<Choice: RawRepresentable>(
    _ type: Choice.Type = Choice.self
  ) throws(BinaryCodecError) -> Choice where Choice.RawValue == UInt8 {
    guard let choice = Choice(rawValue: try byte()) else { throw .malformed }
    return choice
  }

  mutating func name() throws(BinaryCodecError) -> String {
    try text(limit: BoardLimits.nameBytes)
  }
}
