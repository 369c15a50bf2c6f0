/// SHA-1 (FIPS 180-4) and HMAC over it (RFC 2104), plain.
enum SHA1 {
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: (message.count * 8) >> shift))
    }
    var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: bytes.count, by: 64) {
      add(Array(bytes[start..<start + 64]), to: &hash)
    }
    return hash.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private static func add(_ block: [UInt8], to hash: inout [UInt32]) {
    var words: [UInt32] = []
    for index in 0..<80 {
      if index < 16 {
        words.append(block[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) })
      } else {
        let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
        words.append(turned(word, 1))
      }
    }
    var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
    for index in 0..<80 {
      let (mix, constant): (UInt32, UInt32) =
        switch index / 20 {
        case 0: (b & c | ~b & d, 0x5A82_7999)
        case 1: (b ^ c ^ d, 0x6ED9_EBA1)
        case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = turned(a, 5) &+ mix &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, turned(b, 30), a, next)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { hash[index] &+= value }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }

  static func authenticationCode(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    precondition(key.count <= 64)
    let padded = key + [UInt8](repeating: 0, count: 64 - key.count)
    return digest(padded.map { $0 ^ 0x5C } + digest(padded.map { $0 ^ 0x36 } + message))
  }
}
