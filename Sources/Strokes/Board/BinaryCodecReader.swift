/// Takes the binary form's fields from bytes, never beyond `end`.
package struct BinaryCodecReader {
  let bytes: [UInt8]
  package private(set) var position: Int
  let end: Int

  /// `range` lies within the bytes.
  package init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  package var remaining: Int { end - position }

  package mutating func byte() throws(BinaryCodecError) -> UInt8 {
    guard position < end else { throw .truncated }
    let value = bytes[position]
    position += 1
    return value
  }

  package mutating func varint() throws(BinaryCodecError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      // The tenth byte has room for one bit.
      guard shift < 63 || next <= 1 else { throw .malformed }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  package mutating func varint32() throws(BinaryCodecError) -> UInt32 {
    guard let value = UInt32(exactly: try varint()) else { throw .malformed }
    return value
  }

  mutating func varint16() throws(BinaryCodecError) -> UInt16 {
    guard let value = UInt16(exactly: try varint()) else { throw .malformed }
    return value
  }

  package mutating func zigzag() throws(BinaryCodecError) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func zigzag32() throws(BinaryCodecError) -> Int32 {
    guard let value = Int32(exactly: try zigzag()) else { throw .malformed }
    return value
  }

  /// A count of things of at least `size` bytes each, all of which must still be there: memory is
  /// never reserved for what does not follow.
  package mutating func count(
    ofAtLeast size: Int, limit: Int, else error: BoardSchemaError
  ) throws(BinaryCodecError) -> Int {
    let value = try varint()
    guard value <= UInt64(limit) else { throw .schema(error) }
    let count = Int(value)
    guard count <= remaining / size else { throw .truncated }
    return count
  }

  mutating func double() throws(BinaryCodecError) -> Double {
    guard remaining >= 8 else { throw .truncated }
    var bits: UInt64 = 0
    for index in 0..<8 {
      bits |= UInt64(bytes[position + index]) << UInt64(index * 8)
    }
    position += 8
    return Double(bitPattern: bits)
  }

  package mutating func text(limit: Int) throws(BinaryCodecError) -> String {
    let utf8 = try blob(limit: limit, else: .textTooLong)
    guard let text = String(validating: utf8, as: UTF8.self) else { throw .malformed }
    return text
  }

  package mutating func blob(
    limit: Int, else error: BoardSchemaError
  ) throws(BinaryCodecError) -> [UInt8] {
    let length = try count(ofAtLeast: 1, limit: limit, else: error)
    let blob = Array(bytes[position..<position + length])
    position += length
    return blob
  }

  package mutating func rest() -> [UInt8] {
    let rest = Array(bytes[position..<end])
    position = end
    return rest
  }

  mutating func colour() throws(BinaryCodecError) -> Colour {
    Colour(red: try byte(), green: try byte(), blue: try byte(), alpha: try byte())
  }

  package mutating func hash() throws(BinaryCodecError) -> ContentHash {
    var words = SIMD4<UInt64>.zero
    for index in 0..<4 {
      for _ in 0..<8 {
        words[index] = words[index] << 8 | UInt64(try byte())
      }
    }
    return ContentHash(words: words)
  }

  mutating func identifier(of author: AuthorID) throws(BinaryCodecError) -> BoardID {
    let value = try varint()
    guard let number = UInt32(exactly: value >> 1) else { throw .malformed }
    guard value & 1 == 1 else { return BoardID(author: author, number: number) }
    return BoardID(author: AuthorID(try varint32()), number: number)
  }

  mutating func transform() throws(BinaryCodecError) -> AffineTransform {
    AffineTransform(
      a: try double(), b: try double(), c: try double(), d: try double(), tx: try double(),
      ty: try double())
  }

  mutating func order() throws(BinaryCodecError) -> OrderKey {
    OrderKey(major: try zigzag(), minor: try varint())
  }

  mutating func background() throws(BinaryCodecError) -> Background {
    switch try byte() {
    case 0: return .colour(try colour())
    case 1: return .transparent
    case 2: return .picture(try hash())
    case 3: return .sharedScreen(AuthorID(try varint32()))
    default: throw .malformed
    }
  }
}
