/// Why bytes are no board in the binary form.
package enum BinaryCodecError: Error, Equatable, Sendable {
  /// The bytes end inside a frame: more may come.
  case truncated
  /// The stream does not begin with the magic.
  case notABoard
  /// The header is of a later version of the schema.
  case newerVersion(UInt32)
  /// A frame longer than `BinaryCodec.largestFrame`; what follows cannot be found.
  case frameTooLong
  /// A field that is no number, text or case of the schema.
  case malformed
  /// A whole event that breaks a limit.
  case schema(BoardSchemaError)
}
