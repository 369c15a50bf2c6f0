/// The values of a line.
extension BoardTextWriter {
  mutating func raw(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// A comma, the key and its colon.
  mutating func key(_ key: BoardKey) {
    raw(",\"")
    raw(key.name)
    raw("\":")
  }

  mutating func integer(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: rest % 10) + 0x30)
      rest /= 10
    } while rest > 0
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  /// The shortest digits that give the same number back; whole numbers without a fraction.
  ///
  /// `description` multiplies in 128 bits: of a page's runtime that asks for `__multi3`.
  mutating func double(_ value: Double) {
    if value.magnitude < 1e15, value == value.rounded(), value.sign == .plus || value < 0 {
      return integer(Int64(value))
    }
    raw(value.description)
  }

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): raw("\\\"")
      case UInt8(ascii: "\\"): raw("\\\\")
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0x00..<0x20:
        raw("\\u00")
        bytes.append(HexDigit.digit(byte >> 4))
        bytes.append(HexDigit.digit(byte))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func base64(_ blob: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    Base64.append(blob, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func identifier(_ id: BoardID, of author: AuthorID) {
    guard id.author != author else { return integer(Int64(id.number)) }
    raw("[")
    integer(Int64(id.author.rawValue))
    raw(",")
    integer(Int64(id.number))
    raw("]")
  }

  mutating func identifiers(_ items: [BoardID], of author: AuthorID) {
    key(.items)
    raw("[")
    for (index, item) in items.enumerated() {
      if index > 0 { raw(",") }
      identifier(item, of: author)
    }
    raw("]")
  }

  mutating func colour(_ value: Colour) {
    raw("\"")
    colourDigits(value)
    raw("\"")
  }

  /// The alpha only when it is not full.
  private mutating func colourDigits(_ value: Colour) {
    raw("#")
    hex(value.red)
    hex(value.green)
    hex(value.blue)
    if value.alpha != 255 { hex(value.alpha) }
  }

  private mutating func hex(_ byte: UInt8) {
    bytes.append(HexDigit.digit(byte >> 4))
    bytes.append(HexDigit.digit(byte))
  }

  private mutating func hashDigits(_ hash: ContentHash) {
    for index in 0..<4 {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        hex(UInt8(truncatingIfNeeded: hash.words[index] >> shift))
      }
    }
  }

  mutating func hash(_ hash: ContentHash) {
    raw("\"")
    hashDigits(hash)
    raw("\"")
  }

  mutating func background(_ value: Background) {
    raw("\"")
    switch value {
    case .colour(let colour):
      colourDigits(colour)
    case .transparent:
      raw("transparent")
    case .picture(let hash):
      raw("picture:")
      hashDigits(hash)
    case .sharedScreen(let author):
      raw("screen:")
      integer(Int64(author.rawValue))
    }
    raw("\"")
  }

  mutating func doubles(_ values: [Double]) {
    raw("[")
    for (index, value) in values.enumerated() {
      if index > 0 { raw(",") }
      double(value)
    }
    raw("]")
  }

  mutating func transform(_ map: AffineTransform) {
    doubles([map.a, map.b, map.c, map.d, map.tx, map.ty])
  }

  mutating func place(_ x: Int32, _ y: Int32) {
    key(.p)
    raw("[")
    integer(Int64(x))
    raw(",")
    integer(Int64(y))
    raw("]")
  }

  mutating func order(_ order: OrderKey?) {
    guard let order else { return }
    key(.o)
    guard order.minor != 0 else { return integer(order.major) }
    raw("[")
    integer(order.major)
    raw(",")
    integer(Int64(order.minor >> 32))
    raw(",")
    integer(Int64(order.minor & 0xFFFF_FFFF))
    raw("]")
  }
}
