/// Reads JSON (RFC 8259) into a `JSONValue`, in one pass and within fixed limits.
///
/// More is taken than the RFC allows where programs that write drawings do: a byte order mark, NaN
/// and Infinity (as null), and broken UTF-8 or surrogates in strings (as U+FFFD).
struct JSONReader {
  static let largestDepth = 64
  /// Values outside flat lists of numbers.
  static let largestCount = 4_000_000

  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0
  private var count = 0

  static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.document()
    return value
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func document() throws(JSONError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw .unexpected(at: offset) }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    switch try next() {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try word("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try word("null")
      return .null
    default:
      return .number(try number())
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    try enter()
    var object = JSONObject()
    if try next() == UInt8(ascii: "}") {
      leave()
      return .object(object)
    }
    while true {
      guard try next() == UInt8(ascii: "\"") else { throw .unexpected(at: offset) }
      let key = try string()
      guard try next() == UInt8(ascii: ":") else { throw .unexpected(at: offset) }
      offset += 1
      let member = try value()
      try countOne()
      object.append(key, member)
      if try memberFollows(before: UInt8(ascii: "}")) { continue }
      return .object(object)
    }
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    try enter()
    var members: [JSONValue] = []
    switch try next() {
    case UInt8(ascii: "]"):
      leave()
      return .array([])
    case UInt8(ascii: "["):
      if let whole = try tuples(before: &members) { return whole }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "n"),
      UInt8(ascii: "N"), UInt8(ascii: "I"):
      if let whole = try numbers(before: &members) { return whole }
    default:
      break
    }
    while true {
      members.append(try value())
      try countOne()
      if try memberFollows(before: UInt8(ascii: "]")) { continue }
      return .array(members)
    }
  }

  /// Reads numbers to the end of the array; if something else comes, hands back what was read and
  /// leaves the rest.
  private mutating func numbers(before members: inout [JSONValue]) throws(JSONError) -> JSONValue? {
    var values: [Double] = []
    while isNumber(try next()) {
      values.append(try numberOrNull())
      if try memberFollows(before: UInt8(ascii: "]")) { continue }
      return .numbers(values)
    }
    for value in values {
      members.append(value.isNaN ? .null : .number(value))
      try countOne()
    }
    return nil
  }

  /// Reads arrays of equally many numbers to the end of the array; else as `numbers(before:)`.
  private mutating func tuples(before members: inout [JSONValue]) throws(JSONError) -> JSONValue? {
    var values: [Double] = []
    var width = 0
    while try tuple(into: &values, width: &width) {
      if try memberFollows(before: UInt8(ascii: "]")) { continue }
      return .tuples(values, width: width)
    }
    var start = 0
    while start < values.count {
      members.append(.numbers(Array(values[start..<start + width])))
      try countOne()
      start += width
    }
    return nil
  }

  /// One array of one to four numbers; false, and nothing read, when something else comes.
  private mutating func tuple(
    into values: inout [Double], width: inout Int
  ) throws(JSONError) -> Bool {
    guard try next() == UInt8(ascii: "[") else { return false }
    let (before, held) = (offset, values.count)
    offset += 1
    while isNumber(try next()), values.count - held < 4 {
      values.append(try numberOrNull())
      let separator = try next()
      guard separator == UInt8(ascii: ",") || separator == UInt8(ascii: "]") else { break }
      offset += 1
      if separator == UInt8(ascii: ",") { continue }
      if width == 0 { width = values.count - held }
      if width == values.count - held { return true }
      break
    }
    offset = before
    values.removeSubrange(held...)
    return false
  }

  private func isNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "n"),
      UInt8(ascii: "N"), UInt8(ascii: "I"):
      true
    default:
      false
    }
  }

  private mutating func numberOrNull() throws(JSONError) -> Double {
    guard bytes[offset] == UInt8(ascii: "n") else { return try number() }
    try word("null")
    return .nan
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = offset
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    guard offset < bytes.count else { throw .endsEarly(at: offset) }
    if bytes[offset] == UInt8(ascii: "N") {
      try word("NaN")
      return .nan
    }
    if bytes[offset] == UInt8(ascii: "I") {
      try word("Infinity")
      return .nan
    }
    var scan = DecimalScan()
    let digits = offset
    scan.digits(bytes, &offset, areFraction: false)
    guard offset > digits else { throw .unexpected(at: offset) }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      scan.digits(bytes, &offset, areFraction: true)
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      guard scan.exponent(bytes, &offset) else {
        throw offset < bytes.count ? .unexpected(at: offset) : .endsEarly(at: offset)
      }
    }
    if let value = scan.value { return isNegative ? -value : value }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    return Double(text) ?? .nan
  }

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    let start = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        offset += 1
        return text
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      offset += 1
    }
    throw .endsEarly(at: offset)
  }

  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var text = Array(bytes[start..<offset])
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard offset < bytes.count else { break }
      let escape = bytes[offset]
      offset += 1
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"): text.append(contentsOf: String(try escapedScalar()).utf8)
      default: throw .unexpected(at: offset - 1)
      }
    }
    throw .endsEarly(at: offset)
  }

  /// After `\u`: one code unit, or two that make a surrogate pair.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard unit < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { return replacement }
    let before = offset
    offset += 2
    let low = try codeUnit()
    guard 0xDC00..<0xE000 ~= low else {
      offset = before
      return replacement
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? replacement
  }

  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard offset < bytes.count else { throw .endsEarly(at: offset) }
      guard let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
        throw .unexpected(at: offset)
      }
      unit = unit << 4 | UInt32(digit)
      offset += 1
    }
    return unit
  }

  private mutating func word(_ word: StaticString) throws(JSONError) {
    for byte in word.description.utf8 {
      guard offset < bytes.count else { throw .endsEarly(at: offset) }
      guard bytes[offset] == byte else { throw .unexpected(at: offset) }
      offset += 1
    }
  }

  /// True after a comma, false after the bracket that ends the list.
  private mutating func memberFollows(before end: UInt8) throws(JSONError) -> Bool {
    let byte = try next()
    guard byte == UInt8(ascii: ",") || byte == end else { throw .unexpected(at: offset) }
    if byte == end {
      leave()
      return false
    }
    offset += 1
    return true
  }

  private mutating func enter() throws(JSONError) {
    guard depth < Self.largestDepth else { throw .tooDeep(at: offset) }
    depth += 1
    offset += 1
  }

  private mutating func leave() {
    depth -= 1
    offset += 1
  }

  private mutating func countOne() throws(JSONError) {
    count += 1
    guard count <= Self.largestCount else { throw .tooMany(at: offset) }
  }

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  /// The next byte that is no white space, still unread.
  private mutating func next() throws(JSONError) -> UInt8 {
    skipSpace()
    guard offset < bytes.count else { throw .endsEarly(at: offset) }
    return bytes[offset]
  }
}
