extension Span where Element == Float {
  /// Eight samples from `index` on, checked against the span's bounds; what is unsafe is only the
  /// type, and a vector of numbers has no invalid value.
  @inline(__always)
  func vector8(at index: Int) -> SIMD8<Float> {
    unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: index &* MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
  }
}
