/// Appends the binary form's fields to bytes.
package struct BinaryCodecWriter {
  package var bytes: [UInt8] = []

  package init() {}

  package mutating func byte(_ value: UInt8) {
    bytes.append(value)
  }

  /// Seven bits a byte, low ones first, the high bit set on all but the last.
  package mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// 0, -1, 1, -2 … as 0, 1, 2, 3 …
  package mutating func zigzag(_ value: Int64) {
    varint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  package mutating func count(_ value: Int) {
    varint(UInt64(value))
  }

  /// Eight bytes, low ones first.
  mutating func double(_ value: Double) {
    var bits = value.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  package mutating func text(_ value: String) {
    count(value.utf8.count)
    bytes.append(contentsOf: value.utf8)
  }

  package mutating func blob(_ value: [UInt8]) {
    count(value.count)
    bytes.append(contentsOf: value)
  }

  mutating func colour(_ value: Colour) {
    bytes.append(value.red)
    bytes.append(value.green)
    bytes.append(value.blue)
    bytes.append(value.alpha)
  }

  /// The 32 bytes of the hash in their written order.
  package mutating func hash(_ value: ContentHash) {
    for index in 0..<4 {
      var shift: UInt64 = 64
      while shift > 0 {
        shift -= 8
        bytes.append(UInt8(truncatingIfNeeded: value.words[index] >> shift))
      }
    }
  }

  /// The number doubled, plus one when another author than the event's follows.
  mutating func identifier(_ value: BoardID, of author: AuthorID) {
    let isForeign = value.author != author
    varint(UInt64(value.number) << 1 | (isForeign ? 1 : 0))
    if isForeign { varint(UInt64(value.author.rawValue)) }
  }

  mutating func transform(_ value: AffineTransform) {
    double(value.a)
    double(value.b)
    double(value.c)
    double(value.d)
    double(value.tx)
    double(value.ty)
  }

  mutating func order(_ value: OrderKey) {
    zigzag(value.major)
    varint(value.minor)
  }

  mutating func background(_ value: Background) {
    switch value {
    case .colour(let fill):
      byte(0)
      colour(fill)
    case .transparent:
      byte(1)
    case .picture(let picture):
      byte(2)
      hash(picture)
    case .sharedScreen(let author):
      byte(3)
      varint(UInt64(author.rawValue))
    }
  }
}
