/// AES with keys of 128 bits, encryption only (FIPS 197), as slow and plain as its text: the judge of
/// what a fast library does.
struct AES128 {
  private var roundKeys: [[UInt8]] = []

  init(key: [UInt8]) {
    precondition(key.count == 16)
    var words = (0..<4).map { Array(key[4 * $0..<4 * $0 + 4]) }
    var constant: UInt8 = 1
    for index in 4..<44 {
      var word = words[index - 1]
      if index % 4 == 0 {
        word = [word[1], word[2], word[3], word[0]].map { Self.substitution[Int($0)] }
        word[0] ^= constant
        constant = Self.doubled(constant)
      }
      words.append(zip(words[index - 4], word).map { $0 ^ $1 })
    }
    for round in 0..<11 { roundKeys.append(Array(words[4 * round..<4 * round + 4].joined())) }
  }

  func encrypt(_ block: [UInt8]) -> [UInt8] {
    var state = Self.xor(block, roundKeys[0])
    for round in 1...10 {
      // Substitution and the shift of rows: column c takes row r from column c + r.
      var shifted = state
      for index in 0..<16 { shifted[index] = Self.substitution[Int(state[(index * 5) % 16])] }
      state = round == 10 ? shifted : Self.mixed(shifted)
      state = Self.xor(state, roundKeys[round])
    }
    return state
  }

  /// Counter mode from `counter` on; its last two bytes count.
  func keystream(from counter: [UInt8], count: Int) -> [UInt8] {
    var (counter, stream): ([UInt8], [UInt8]) = (counter, [])
    while stream.count < count {
      stream += encrypt(counter)
      counter[15] &+= 1
      if counter[15] == 0 { counter[14] &+= 1 }
    }
    return Array(stream[..<count])
  }

  static func xor(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { zip(left, right).map { $0 ^ $1 } }

  private static func mixed(_ state: [UInt8]) -> [UInt8] {
    var mixed = state
    for column in stride(from: 0, to: 16, by: 4) {
      for row in 0..<4 {
        let next = state[column + (row + 1) % 4]
        mixed[column + row] =
          doubled(state[column + row]) ^ doubled(next) ^ next ^ state[column + (row + 2) % 4]
          ^ state[column + (row + 3) % 4]
      }
    }
    return mixed
  }

  private static func doubled(_ value: UInt8) -> UInt8 {
    value << 1 ^ (value & 0x80 == 0 ? 0 : 0x1B)
  }

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var (left, product): (UInt8, UInt8) = (left, 0)
    for bit in 0..<8 {
      if right >> bit & 1 == 1 { product ^= left }
      left = doubled(left)
    }
    return product
  }

  /// The inverse in GF(2⁸), then the affine map of FIPS 197, 5.1.1.
  private static let substitution: [UInt8] = (0...255).map { value in
    let inverse = (0...255).first { product(UInt8(value), UInt8($0)) == 1 } ?? 0
    var (turned, result) = (UInt8(inverse), UInt8(inverse) ^ 0x63)
    for _ in 0..<4 {
      turned = turned << 1 | turned >> 7
      result ^= turned
    }
    return result
  }
}
