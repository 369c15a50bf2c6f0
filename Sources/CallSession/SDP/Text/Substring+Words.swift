/// Cut by bytes, not characters: a space or colon is one whatever mark follows it.
extension Substring {
  /// What stands between spaces.
  var words: [Substring] { utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) } }

  func split(at byte: UInt8) -> [Substring] { utf8.split(separator: byte).map { Substring($0) } }

  /// What stands before the first of that byte, and what behind; nil if there is none.
  func cut(at byte: UInt8) -> (before: Substring, behind: Substring?) {
    guard let place = utf8.firstIndex(of: byte) else { return (self, nil) }
    return (self[..<place], self[utf8.index(after: place)...])
  }

  var trimmed: Substring {
    var bytes = utf8
    while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return Substring(bytes)
  }

  /// A number of digits only; nil if it does not fit.
  func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    guard !isEmpty, utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Number(self)
  }

  /// Equal but for the case of ASCII letters.
  func isSame(as other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { Self.lowercase($0) == Self.lowercase($1) }
  }

  /// With small letters for the large ones of ASCII.
  var inSmallLetters: String { String(decoding: utf8.map(Self.lowercase), as: UTF8.self) }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte | 32 : byte
  }
}

extension String {
  func isSame(as other: some StringProtocol) -> Bool { self[...].isSame(as: other) }
}
