/// Walks over JSON values (RFC 8259) and checks them, building nothing.
///
/// The bytes end with a zero, which stands in no value: no step needs to ask for the end.
package enum JSONSyntax {
  /// Arrays and objects in one another, the line's own object included.
  static let deepest = 16

  package static func skipSpace(_ bytes: Span<UInt8>, _ position: inout Int) {
    while true {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A else { return }
      position += 1
    }
  }

  package static func skipValue(
    _ bytes: Span<UInt8>, _ position: inout Int, depth: Int
  ) throws(BoardTextError) {
    switch bytes[position] {
    case UInt8(ascii: "\""): try skipString(bytes, &position)
    case UInt8(ascii: "["): try skipArray(bytes, &position, depth: depth)
    case UInt8(ascii: "{"): try skipObject(bytes, &position, depth: depth)
    case UInt8(ascii: "t"): try skipWord(bytes, &position, "true")
    case UInt8(ascii: "f"): try skipWord(bytes, &position, "false")
    case UInt8(ascii: "n"): try skipWord(bytes, &position, "null")
    default: try skipNumber(bytes, &position)
    }
  }

  package static func skipString(_ bytes: Span<UInt8>, _ position: inout Int) throws(BoardTextError)
  {
    guard bytes[position] == UInt8(ascii: "\"") else { throw .syntax }
    position += 1
    let start = position
    var isASCII = true
    while true {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw .syntax }
      if byte == UInt8(ascii: "\\") {
        try skipEscape(bytes, &position)
      } else {
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
    if !isASCII {
      guard UTF8Validity.isValid(bytes, start..<position) else { throw .notUTF8 }
    }
    position += 1
  }

  private static func skipEscape(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(BoardTextError) {
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      position += 2
      for _ in 0..<4 {
        guard HexDigit.value(bytes[position]) != nil else { throw .syntax }
        position += 1
      }
    default:
      throw .syntax
    }
  }

  private static func skipArray(
    _ bytes: Span<UInt8>, _ position: inout Int, depth: Int
  ) throws(BoardTextError) {
    guard depth < deepest else { throw .tooDeep }
    position += 1
    skipSpace(bytes, &position)
    if bytes[position] == UInt8(ascii: "]") {
      position += 1
      return
    }
    while true {
      skipSpace(bytes, &position)
      try skipValue(bytes, &position, depth: depth + 1)
      skipSpace(bytes, &position)
      let next = bytes[position]
      position += 1
      if next == UInt8(ascii: "]") { return }
      guard next == UInt8(ascii: ",") else { throw .syntax }
    }
  }

  private static func skipObject(
    _ bytes: Span<UInt8>, _ position: inout Int, depth: Int
  ) throws(BoardTextError) {
    guard depth < deepest else { throw .tooDeep }
    position += 1
    skipSpace(bytes, &position)
    if bytes[position] == UInt8(ascii: "}") {
      position += 1
      return
    }
    while true {
      skipSpace(bytes, &position)
      try skipString(bytes, &position)
      skipSpace(bytes, &position)
      guard bytes[position] == UInt8(ascii: ":") else { throw .syntax }
      position += 1
      skipSpace(bytes, &position)
      try skipValue(bytes, &position, depth: depth + 1)
      skipSpace(bytes, &position)
      let next = bytes[position]
      position += 1
      if next == UInt8(ascii: "}") { return }
      guard next == UInt8(ascii: ",") else { throw .syntax }
    }
  }

  private static func skipNumber(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(BoardTextError) {
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if bytes[position] == UInt8(ascii: "0") {
      position += 1
    } else {
      try skipDigits(bytes, &position)
    }
    if bytes[position] == UInt8(ascii: ".") {
      position += 1
      try skipDigits(bytes, &position)
    }
    if bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      try skipDigits(bytes, &position)
    }
  }

  private static func skipDigits(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(BoardTextError) {
    guard bytes[position] &- 0x30 <= 9 else { throw .syntax }
    while bytes[position] &- 0x30 <= 9 {
      position += 1
    }
  }

  private static func skipWord(
    _ bytes: Span<UInt8>, _ position: inout Int, _ word: String
  ) throws(BoardTextError) {
    for byte in word.utf8 {
      guard bytes[position] == byte else { throw .syntax }
      position += 1
    }
  }
}
