/// Numbers in network byte order. Callers have checked that the bytes are there.
extension Span where Element == UInt8 {
  @inline(__always)
  func uint16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
  }

  @inline(__always)
  func uint24(at offset: Int) -> UInt32 {
    UInt32(self[offset]) << 16 | UInt32(uint16(at: offset + 1))
  }

  @inline(__always)
  func uint32(at offset: Int) -> UInt32 {
    UInt32(uint16(at: offset)) << 16 | UInt32(uint16(at: offset + 2))
  }

  @inline(__always)
  func uint64(at offset: Int) -> UInt64 {
    UInt64(uint32(at: offset)) << 32 | UInt64(uint32(at: offset + 4))
  }
}

extension Array where Element == UInt8 {
  /// The low `count` bytes of `value`, the highest first.
  @inline(__always)
  mutating func append(network value: UInt64, bytes count: Int) {
    var shift = UInt64(count * 8)
    while shift > 0 {
      shift -= 8
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func append(network value: UInt16) { append(network: UInt64(value), bytes: 2) }
  mutating func append(network value: UInt32) { append(network: UInt64(value), bytes: 4) }
  mutating func append(network value: UInt64) { append(network: value, bytes: 8) }

  /// Overwrites two bytes.
  mutating func put(network value: UInt16, at offset: Int) {
    self[offset] = UInt8(value >> 8)
    self[offset + 1] = UInt8(truncatingIfNeeded: value)
  }
}
