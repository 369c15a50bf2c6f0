/// Several small messages as one part: each behind its length in 16 bits, high byte first.
///
/// When a room of a thousand fills, everybody is told of everybody. A packet for each of these few bytes
/// would cost a hundred times what it says.
enum ChannelGathering {
  /// What a message takes beyond its bytes.
  static let overhead = 2

  static func append(_ message: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: message.count >> 8))
    bytes.append(UInt8(truncatingIfNeeded: message.count))
    bytes += message
  }

  /// Appends the messages of a part.
  ///
  /// - Returns: false when the bytes are no such part; messages before the fault have been appended.
  static func split(_ bytes: [UInt8], into messages: inout [[UInt8]]) -> Bool {
    var position = 0
    while position < bytes.count {
      guard position + overhead <= bytes.count else { return false }
      let count = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      let start = position + overhead
      guard count <= bytes.count - start else { return false }
      messages.append(Array(bytes[start..<start + count]))
      position = start + count
    }
    return true
  }
}
