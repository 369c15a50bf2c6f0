extension Span where Element == Float {
  /// Eight samples from `index` on, checked against the span's bounds; what is unsafe is only the
  /// type, and a vector of numbers has no invalid value.
  @inline(__always)
  func vector8(at index: Int) -> SIMD8<Float> {
    unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: index &* MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
  }

  /// Four, likewise.
  @inline(__always)
  func vector4(at index: Int) -> SIMD4<Float> {
    unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: index &* MemoryLayout<Float>.stride, as: SIMD4<Float>.self)
  }

  /// The sum of the squares, in eight sums at a time.
  var energy: Float {
    var sums = SIMD8<Float>.zero
    var index = 0
    while index + 8 <= count {
      let values = vector8(at: index)
      sums += values * values
      index += 8
    }
    var energy = sums.sum()
    while index < count {
      energy += self[index] * self[index]
      index += 1
    }
    return energy
  }
}
