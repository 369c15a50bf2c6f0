/// The 4×4 Walsh–Hadamard transform of the 16 luma DCs (RFC 6386, 14.3).
///
/// The matrix is its own transpose, so both directions are one butterfly and differ in scale alone.
enum VP8SecondTransform {
  /// Y2 from DCs of at most ±2 041, at the inverse's scale; at most ±16 328.
  @inline(never)
  static func forward(_ values: SIMD16<Int16>) -> SIMD16<Int16> {
    // Half of the unscaled result, rounded.
    transformed(values, rounding: 1, shift: 1)
  }

  /// DCs from Y2.
  @inline(never)
  static func inverse(_ values: SIMD16<Int16>) -> SIMD16<Int16> {
    transformed(values, rounding: 3, shift: 3)
  }

  /// In 32 bits: the unscaled result may just pass 16.
  @inline(__always)
  private static func transformed(
    _ v: SIMD16<Int16>, rounding: Int32, shift: Int32
  ) -> SIMD16<Int16> {
    let down = line(row(v, 0), row(v, 4), row(v, 8), row(v, 12))
    let turned = transposed(down)
    let across = transposed(line(turned.0, turned.1, turned.2, turned.3))
    let a = (across.0 &+ rounding) &>> shift
    let b = (across.1 &+ rounding) &>> shift
    let c = (across.2 &+ rounding) &>> shift
    let d = (across.3 &+ rounding) &>> shift
    return SIMD16(
      short(a[0]), short(a[1]), short(a[2]), short(a[3]), short(b[0]), short(b[1]), short(b[2]),
      short(b[3]), short(c[0]), short(c[1]), short(c[2]), short(c[3]), short(d[0]), short(d[1]),
      short(d[2]), short(d[3]))
  }

  private typealias Lines = (SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>)

  @inline(__always)
  private static func short(_ value: Int32) -> Int16 { Int16(truncatingIfNeeded: value) }

  @inline(__always)
  private static func row(_ v: SIMD16<Int16>, _ first: Int) -> SIMD4<Int32> {
    SIMD4(Int32(v[first]), Int32(v[first + 1]), Int32(v[first + 2]), Int32(v[first + 3]))
  }

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
  private static func transposed(_ m: Lines) -> Lines {
    (
      SIMD4(m.0[0], m.1[0], m.2[0], m.3[0]), SIMD4(m.0[1], m.1[1], m.2[1], m.3[1]),
      SIMD4(m.0[2], m.1[2], m.2[2], m.3[2]), SIMD4(m.0[3], m.1[3], m.2[3], m.3[3])
    )
  }
}
