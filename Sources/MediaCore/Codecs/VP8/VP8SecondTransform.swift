/// The 4×4 Walsh–Hadamard transform of the 16 luma DCs (RFC 6386, 14.3).
///
/// The matrix is its own transpose, so both directions are one butterfly and differ in scale alone.
enum VP8SecondTransform {
  /// Y2 from DCs of at most ±2 041, at the inverse's scale; at most ±16 328.
  @inline(__always)
  static func forward(_ values: SIMD16<Int16>) -> SIMD16<Int16> {
    // Half of the unscaled result, rounded; the unscaled one may just pass 16 bits.
    let wide = transformed(SIMD16<Int32>(truncatingIfNeeded: values))
    return SIMD16<Int16>(truncatingIfNeeded: (wide &+ 1) &>> 1)
  }

  /// DCs from Y2.
  @inline(__always)
  static func inverse(_ values: SIMD16<Int16>) -> SIMD16<Int16> {
    let wide = transformed(SIMD16<Int32>(truncatingIfNeeded: values))
    return SIMD16<Int16>(truncatingIfNeeded: (wide &+ 3) &>> 3)
  }

  @inline(__always)
  private static func transformed(_ values: SIMD16<Int32>) -> SIMD16<Int32> {
    let (upper, lower) = (values.lowHalf, values.highHalf)
    let down = line(upper.lowHalf, upper.highHalf, lower.lowHalf, lower.highHalf)
    let turned = transposed(down.0, down.1, down.2, down.3)
    let across = line(turned.0, turned.1, turned.2, turned.3)
    let back = transposed(across.0, across.1, across.2, across.3)
    return SIMD16(
      lowHalf: SIMD8(lowHalf: back.0, highHalf: back.1),
      highHalf: SIMD8(lowHalf: back.2, highHalf: back.3))
  }

  private typealias Lines = (SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>)

  @inline(__always)
  private static func line(
    _ a: SIMD4<Int32>, _ b: SIMD4<Int32>, _ c: SIMD4<Int32>, _ d: SIMD4<Int32>
  ) -> Lines {
    let outerSum = a &+ d
    let innerSum = b &+ c
    let outer = a &- d
    let inner = b &- c
    return (outerSum &+ innerSum, outer &+ inner, outerSum &- innerSum, outer &- inner)
  }

  @inline(__always)
  private static func transposed(
    _ a: SIMD4<Int32>, _ b: SIMD4<Int32>, _ c: SIMD4<Int32>, _ d: SIMD4<Int32>
  ) -> Lines {
    (
      SIMD4(a[0], b[0], c[0], d[0]), SIMD4(a[1], b[1], c[1], d[1]),
      SIMD4(a[2], b[2], c[2], d[2]), SIMD4(a[3], b[3], c[3], d[3])
    )
  }
}
