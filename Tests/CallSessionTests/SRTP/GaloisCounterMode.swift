/// AES-128-GCM with an initial vector of 12 bytes (NIST SP 800-38D), bit by bit.
struct GaloisCounterMode {
  private let cipher: AES128

  init(key: [UInt8]) { cipher = AES128(key: key) }

  /// The ciphertext and, behind it, the tag of 16 bytes.
  func seal(_ plain: [UInt8], associated: [UInt8], vector: [UInt8]) -> [UInt8] {
    let stream = cipher.keystream(from: vector + [0, 0, 0, 2], count: plain.count)
    let text = AES128.xor(plain, stream)
    return text + tag(of: text, associated: associated, vector: vector)
  }

  /// Nil when the tag is wrong.
  func open(_ sealed: [UInt8], associated: [UInt8], vector: [UInt8]) -> [UInt8]? {
    guard sealed.count >= 16 else { return nil }
    let text = Array(sealed.dropLast(16))
    guard tag(of: text, associated: associated, vector: vector) == sealed.suffix(16) else {
      return nil
    }
    return AES128.xor(text, cipher.keystream(from: vector + [0, 0, 0, 2], count: text.count))
  }

  private func tag(of text: [UInt8], associated: [UInt8], vector: [UInt8]) -> [UInt8] {
    let subkey = Self.number(cipher.encrypt([UInt8](repeating: 0, count: 16)))
    var hash: UInt128 = 0
    for part in [associated, text] {
      for start in stride(from: 0, to: part.count, by: 16) {
        let block = Array(part[start..<min(start + 16, part.count)])
        let padded = block + [UInt8](repeating: 0, count: 16 - block.count)
        hash = Self.product(hash ^ Self.number(padded), subkey)
      }
    }
    let sizes = UInt128(associated.count * 8) << 64 | UInt128(text.count * 8)
    hash = Self.product(hash ^ sizes, subkey)
    let mask = Self.number(cipher.encrypt(vector + [0, 0, 0, 1]))
    return (0..<16).map { UInt8(truncatingIfNeeded: (hash ^ mask) >> (120 - 8 * $0)) }
  }

  private static func number(_ block: [UInt8]) -> UInt128 {
    block.reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// In GF(2¹²⁸), whose first bit is the highest.
  private static func product(_ left: UInt128, _ right: UInt128) -> UInt128 {
    var (product, factor): (UInt128, UInt128) = (0, right)
    for bit in 0..<128 {
      if left >> (127 - bit) & 1 == 1 { product ^= factor }
      factor = factor & 1 == 1 ? factor >> 1 ^ (UInt128(0xE1) << 120) : factor >> 1
    }
    return product
  }
}
