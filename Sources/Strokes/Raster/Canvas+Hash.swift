extension Canvas {
  /// A number that tells pictures apart: FNV-1a in 64 bits over the width, the height and the
  /// pixels, each as four bytes from low to high (so B, G, R, A).
  ///
  /// Against accident, not against malice: native code and WebAssembly compare their pictures by it.
  package var hash: UInt64 {
    var hash = FNV1a()
    hash.add(UInt32(bitPattern: width))
    hash.add(UInt32(bitPattern: height))
    for pixel in pixels { hash.add(pixel) }
    return hash.value
  }
}

/// The hash of G. Fowler, L. C. Noll and K.-P. Vo with 64 bits (RFC 9923, 1a: xor, then multiply).
struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01B3

  @inline(__always)
  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* Self.prime
  }

  @inline(__always)
  mutating func add(_ word: UInt32) {
    add(UInt8(truncatingIfNeeded: word))
    add(UInt8(truncatingIfNeeded: word >> 8))
    add(UInt8(truncatingIfNeeded: word >> 16))
    add(UInt8(truncatingIfNeeded: word >> 24))
  }
}
