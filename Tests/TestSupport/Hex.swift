/// Bytes as packets are printed.
package enum Hex {
  /// Blanks are left out. Anything but pairs of hexadecimal digits is a mistake of the caller.
  package static func bytes(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.map { $0.hexDigitValue }
    precondition(digits.count % 2 == 0 && !digits.contains(nil), "pairs of hexadecimal digits")
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      bytes.append(UInt8((digits[index] ?? 0) * 16 + (digits[index + 1] ?? 0)))
    }
    return bytes
  }

  package static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return text
  }
}
