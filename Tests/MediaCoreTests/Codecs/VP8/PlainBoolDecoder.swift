/// Reads bools as RFC 6386, 7.3 describes, a bit at a time.
struct PlainBoolDecoder {
  private let bytes: [UInt8]
  private var position = 2
  private var value: Int
  private var range = 255
  private var shifts = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    value = Int(bytes[0]) << 8 | Int(bytes[1])
  }

  /// Bytes that were needed so far.
  var needed: Int { position }

  mutating func read(_ probability: UInt8) -> Bool {
    let split = 1 + ((range - 1) * Int(probability)) >> 8
    let bit = value >= split << 8
    if bit {
      range -= split
      value -= split << 8
    } else {
      range = split
    }
    while range < 128 {
      value <<= 1
      range <<= 1
      shifts += 1
      if shifts == 8 {
        shifts = 0
        if position < bytes.count { value |= Int(bytes[position]) }
        position += 1
      }
    }
    return bit
  }
}
