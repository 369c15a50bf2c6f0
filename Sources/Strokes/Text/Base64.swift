/// Base64 with padding (RFC 4648, section 4), as resources stand in a `.board` line.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Six bits by byte; 255 for what is no digit.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (index, byte) in alphabet.enumerated() {
      values[Int(byte)] = UInt8(index)
    }
    return values
  }()

  static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
    let alphabet = alphabet
    var index = 0
    while index < bytes.count {
      let second = index + 1 < bytes.count ? bytes[index + 1] : 0
      let third = index + 2 < bytes.count ? bytes[index + 2] : 0
      let bits = UInt32(bytes[index]) << 16 | UInt32(second) << 8 | UInt32(third)
      text.append(alphabet[Int(bits >> 18)])
      text.append(alphabet[Int(bits >> 12 & 63)])
      text.append(index + 1 < bytes.count ? alphabet[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
      text.append(index + 2 < bytes.count ? alphabet[Int(bits & 63)] : UInt8(ascii: "="))
      index += 3
    }
  }

  /// The bytes that a string's characters from `start` up to its quote stand for; nil when they
  /// are no base64 or more than `limit`. A slash may be escaped, as some JSON writers do.
  static func decode(_ text: [UInt8], from start: Int, limit: Int) -> [UInt8]? {
    let values = values
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var digits = 0
    var padding = 0
    var position = start
    while text[position] != UInt8(ascii: "\"") {
      var byte = text[position]
      position += 1
      if byte == UInt8(ascii: "\\") {
        byte = text[position]
        guard byte == UInt8(ascii: "/") else { return nil }
        position += 1
      }
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      let value = values[Int(byte)]
      guard value < 64, padding == 0 else { return nil }
      bits = bits << 6 | UInt32(value)
      digits += 1
      guard digits & 3 == 0 else { continue }
      guard bytes.count + 3 <= limit + 2 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
      bytes.append(UInt8(truncatingIfNeeded: bits))
    }
    switch (digits & 3, padding) {
    case (0, 0):
      break
    case (2, 2):
      guard bits & 0xF == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case (3, 1):
      guard bits & 3 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    default:
      return nil
    }
    return bytes.count <= limit ? bytes : nil
  }
}
