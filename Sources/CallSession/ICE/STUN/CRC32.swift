/// The checksum of ITU V.42, as FINGERPRINT (RFC 8489, 14.7) and Ethernet have it.
enum CRC32 {
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum = sum >> 8 ^ table[Int(truncatingIfNeeded: (sum ^ UInt32(byte)) & 0xFF)]
    }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    return value
  }
}
