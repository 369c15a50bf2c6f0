/// Whole vectors of samples and levels in and out of their rows. Every access is checked against the
/// span's bounds; what is unsafe is only the type, and a vector of integers has no invalid value.
extension Span where Element == UInt8 {
  @inline(__always)
  func vector16(at offset: Int) -> SIMD16<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  @inline(__always)
  func vector8(at offset: Int) -> SIMD8<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self)
  }

  @inline(__always)
  func vector4(at offset: Int) -> SIMD4<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
  }
}

extension Span where Element == Int16 {
  @inline(__always)
  func vector16(at index: Int) -> SIMD16<Int16> {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index &* 2, as: SIMD16<Int16>.self)
  }
}

extension MutableSpan where Element: BitwiseCopyable {
  /// Stores `vector` from element `index` on.
  @inline(__always)
  mutating func store<Vector: BitwiseCopyable>(_ vector: Vector, at index: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(
      of: vector, toByteOffset: index &* MemoryLayout<Element>.stride, as: Vector.self)
  }
}
