/// Strings of a line, and what is written as one.
extension BoardLine {
  func string(_ key: BoardKey, limit: Int) throws(BoardTextError) -> String {
    let start = try requiredStart(key)
    guard bytes[start] == UInt8(ascii: "\"") else { throw .unexpected(key) }
    var end = start + 1
    var isPlain = true
    while bytes[end] != UInt8(ascii: "\"") {
      if bytes[end] == UInt8(ascii: "\\") {
        isPlain = false
        end += 1
      }
      end += 1
    }
    // The longest escape, six characters, stands for at least one byte.
    guard end - start - 1 <= limit * 6 else { throw .schema(.textTooLong) }
    let text =
      isPlain
      ? String(decoding: bytes[start + 1..<end], as: UTF8.self) : unescaped(start + 1..<end)
    guard text.utf8.count <= limit else { throw .schema(.textTooLong) }
    return text
  }

  func optionalString(_ key: BoardKey, limit: Int) throws(BoardTextError) -> String? {
    start(key) == nil ? nil : try string(key, limit: limit)
  }

  /// Half a surrogate pair becomes U+FFFD, since a browser's string may hold one.
  private func unescaped(_ range: Range<Int>) -> String {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      guard byte == UInt8(ascii: "\\") else {
        utf8.append(byte)
        position += 1
        continue
      }
      let letter = bytes[position + 1]
      position += 2
      switch letter {
      case UInt8(ascii: "b"): utf8.append(0x08)
      case UInt8(ascii: "f"): utf8.append(0x0C)
      case UInt8(ascii: "n"): utf8.append(0x0A)
      case UInt8(ascii: "r"): utf8.append(0x0D)
      case UInt8(ascii: "t"): utf8.append(0x09)
      case UInt8(ascii: "u"): utf8.append(contentsOf: escapedScalar(&position).utf8)
      default: utf8.append(letter)
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// The scalar of the four digits at `position`, and of a second escape when it completes a pair.
  private func escapedScalar(_ position: inout Int) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    let unit = codeUnit(position)
    position += 4
    guard unit & 0xF800 == 0xD800 else { return Unicode.Scalar(unit) ?? replacement }
    guard unit < 0xDC00, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return replacement }
    let second = codeUnit(position + 2)
    guard second & 0xFC00 == 0xDC00 else { return replacement }
    position += 6
    let value = 0x10000 + (unit & 0x3FF) << 10 + (second & 0x3FF)
    return Unicode.Scalar(value) ?? replacement
  }

  private func codeUnit(_ position: Int) -> UInt32 {
    var unit: UInt32 = 0
    for index in position..<position + 4 {
      unit = unit << 4 | UInt32(HexDigit.value(bytes[index]) ?? 0)
    }
    return unit
  }

  /// `#rrggbb` or `#rrggbbaa`.
  func colour(_ key: BoardKey) throws(BoardTextError) -> Colour {
    try colour(try requiredStart(key), key)
  }

  func optionalColour(_ key: BoardKey) throws(BoardTextError) -> Colour? {
    start(key) == nil ? nil : try colour(key)
  }

  private func colour(_ start: Int, _ key: BoardKey) throws(BoardTextError) -> Colour {
    guard bytes[start] == UInt8(ascii: "\""), bytes[start + 1] == UInt8(ascii: "#") else {
      throw .unexpected(key)
    }
    var position = start + 2
    var value: UInt32 = 0
    while let digit = HexDigit.value(bytes[position]), position - start < 10 {
      value = value << 4 | UInt32(digit)
      position += 1
    }
    guard bytes[position] == UInt8(ascii: "\"") else { throw .unexpected(key) }
    switch position - start - 2 {
    case 6: return Colour(rgba: value << 8 | 0xFF)
    case 8: return Colour(rgba: value)
    default: throw .unexpected(key)
    }
  }

  /// 64 hexadecimal digits.
  func hash(_ key: BoardKey) throws(BoardTextError) -> ContentHash {
    let start = try requiredStart(key)
    guard bytes[start] == UInt8(ascii: "\"") else { throw .unexpected(key) }
    return try hash(at: start + 1, key)
  }

  /// The digits and the quote behind them.
  private func hash(at start: Int, _ key: BoardKey) throws(BoardTextError) -> ContentHash {
    var words = SIMD4<UInt64>.zero
    var position = start
    for index in 0..<4 {
      for _ in 0..<16 {
        guard let digit = HexDigit.value(bytes[position]) else { throw .unexpected(key) }
        words[index] = words[index] << 4 | UInt64(digit)
        position += 1
      }
    }
    guard bytes[position] == UInt8(ascii: "\"") else { throw .unexpected(key) }
    return ContentHash(words: words)
  }

  /// `#rrggbbaa`, `transparent`, `picture:` and a hash, or `screen:` and an author.
  func background(_ key: BoardKey) throws(BoardTextError) -> Background {
    let start = try requiredStart(key)
    guard bytes[start] == UInt8(ascii: "\"") else { throw .unexpected(key) }
    if bytes[start + 1] == UInt8(ascii: "#") { return .colour(try colour(start, key)) }
    if follows("transparent\"", at: start + 1) { return .transparent }
    if follows("picture:", at: start + 1) { return .picture(try hash(at: start + 9, key)) }
    guard follows("screen:", at: start + 1) else { throw .unexpected(key) }
    var position = start + 8
    let author = try integer(&position, key, as: UInt32.self)
    guard bytes[position] == UInt8(ascii: "\"") else { throw .unexpected(key) }
    return .sharedScreen(AuthorID(author))
  }

  private func follows(_ word: String, at start: Int) -> Bool {
    var position = start
    for byte in word.utf8 {
      // The zero at the end differs from every byte of a word, so this never runs past it.
      guard bytes[position] == byte else { return false }
      position += 1
    }
    return true
  }

  /// Which of `names` the value is.
  func choice(_ key: BoardKey, of names: [String]) throws(BoardTextError) -> Int {
    let name = try string(key, limit: BoardLimits.kindBytes)
    // Byte by byte: comparing strings would bring Unicode's tables into a page's module.
    for index in 0..<names.count where names[index].utf8.elementsEqual(name.utf8) {
      return index
    }
    throw .unexpected(key)
  }
}
