internal import Glibc

/// MD5 (RFC 1321), by which test vectors name their pictures.
package enum MD5 {
  package static func text(of bytes: [UInt8]) -> String {
    var message = bytes
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    let bits = UInt64(bytes.count) &* 8
    for shift in 0..<8 { message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift * 8))) }

    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    for start in stride(from: 0, to: message.count, by: 64) {
      digest(message[start..<start + 64], into: &state)
    }
    var digest: [UInt8] = []
    for word in state {
      for shift in 0..<4 { digest.append(UInt8(truncatingIfNeeded: word >> UInt32(shift * 8))) }
    }
    return Hex.text(digest)
  }

  private static let shifts: [[UInt32]] = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]
  /// The whole part of 2³² · |sin(i + 1)|.
  private static let constants: [UInt32] = {
    var constants: [UInt32] = []
    for index in 1...64 { constants.append(UInt32(abs(sin(Double(index))) * 4_294_967_296)) }
    return constants
  }()

  private static func digest(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 16)
    for (index, byte) in block.enumerated() {
      words[index / 4] |= UInt32(byte) << UInt32(index % 4 * 8)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for index in 0..<64 {
      let (mix, word): (UInt32, Int)
      switch index / 16 {
      case 0: (mix, word) = (b & c | ~b & d, index)
      case 1: (mix, word) = (d & b | ~d & c, (5 * index + 1) % 16)
      case 2: (mix, word) = (b ^ c ^ d, (3 * index + 5) % 16)
      default: (mix, word) = (c ^ (b | ~d), 7 * index % 16)
      }
      let sum = a &+ mix &+ constants[index] &+ words[word]
      let shift = shifts[index / 16][index % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
  }
}
