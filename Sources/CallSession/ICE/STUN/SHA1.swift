/// SHA-1 (FIPS 180-4), of bytes that come in pieces. It is here for STUN, whose peers know nothing else.
struct SHA1: Sendable {
  static let blockSize = 64
  static let digestSize = 20

  private var a: UInt32 = 0x6745_2301
  private var b: UInt32 = 0xEFCD_AB89
  private var c: UInt32 = 0x98BA_DCFE
  private var d: UInt32 = 0x1032_5476
  private var e: UInt32 = 0xC3D2_E1F0
  /// The block that fills, as words.
  private var block = InlineArray<16, UInt32>(repeating: 0)
  /// Bytes so far.
  private var count: UInt64 = 0

  mutating func add(_ byte: UInt8) {
    let place = Int(count & 63)
    let shift = UInt32(24 - 8 * (place & 3))
    if place & 3 == 0 { block[place >> 2] = 0 }
    block[place >> 2] |= UInt32(byte) << shift
    count += 1
    if place == 63 { digestBlock() }
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// The digest of what was added, in 20 bytes. More may be added to the value itself.
  func digest() -> [UInt8] {
    var last = self
    let bits = count &* 8
    last.add(0x80)
    while last.count & 63 != 56 { last.add(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      last.add(UInt8(truncatingIfNeeded: bits >> shift))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.digestSize)
    for word in [last.a, last.b, last.c, last.d, last.e] {
      for shift in stride(from: UInt32(24), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bytes
  }

  private mutating func digestBlock() {
    // Of the 80 words of the schedule only the last 16 are looked at, so they take each other's place.
    var words = block
    var (a, b, c, d, e) = (self.a, self.b, self.c, self.d, self.e)
    for round in 0..<80 {
      let place = round & 15
      if round >= 16 {
        words[place] = Self.turned(
          words[(round + 13) & 15] ^ words[(round + 8) & 15] ^ words[(round + 2) & 15]
            ^ words[place], by: 1)
      }
      let mix: UInt32
      let constant: UInt32
      if round < 20 {
        (mix, constant) = (b & c | ~b & d, 0x5A82_7999)
      } else if round < 40 {
        (mix, constant) = (b ^ c ^ d, 0x6ED9_EBA1)
      } else if round < 60 {
        (mix, constant) = (b & c | b & d | c & d, 0x8F1B_BCDC)
      } else {
        (mix, constant) = (b ^ c ^ d, 0xCA62_C1D6)
      }
      let next = Self.turned(a, by: 5) &+ mix &+ e &+ constant &+ words[place]
      (e, d, c, b, a) = (d, c, Self.turned(b, by: 30), a, next)
    }
    self.a &+= a
    self.b &+= b
    self.c &+= c
    self.d &+= d
    self.e &+= e
  }

  private static func turned(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
