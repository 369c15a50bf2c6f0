/// One 4×4 block, in raster order: Y2, or a subblock that is predicted on its own.
struct VP8Subblock: Sendable {
  var values: SIMD16<Int16>

  /// Coefficients from differences, as `VP8Transform.forward`.
  @inline(never)
  mutating func transform() {
    let down = Self.rows(values &<< 3)
    let across = Self.transposed(VP8Transform.forward(down.0, down.1, down.2, down.3))
    let result = Self.transposed(VP8Transform.forward(across.0, across.1, across.2, across.3))
    values = (Self.values(result) &+ 8) &>> 4
  }

  /// Differences from coefficients (14.4).
  @inline(never)
  mutating func inverseTransform() {
    let down = Self.rows(values)
    let across = Self.transposed(VP8Transform.inverse(down.0, down.1, down.2, down.3))
    let result = Self.transposed(VP8Transform.inverse(across.0, across.1, across.2, across.3))
    values = (Self.values(result) &+ 4) &>> 3
  }

  /// Quantises all 16 values and leaves here what comes back from that.
  /// - Returns: The levels in coding order (13), and one past the last that is not zero.
  @inline(never)
  mutating func quantise(_ plane: VP8Quantiser.Plane) -> (levels: SIMD16<Int16>, end: UInt8) {
    let sign = values &>> 15
    let size = (values ^ sign) &- sign
    let rounded = size &+ plane.other.rounding
    var level = SIMD16(
      lowHalf: rounded.lowHalf.upperProduct(plane.other.reciprocal),
      highHalf: rounded.highHalf.upperProduct(plane.other.reciprocal))
    let first = plane.first.quantise(Int32(size[0]))
    level[0] = first.level
    // Y2 reaches ±16 328 at steps of 8 and more, so levels never pass the ±2 047 of the tokens.
    let signed = (level ^ sign) &- sign
    values = signed &* plane.other.step
    values[0] = signed[0] &* plane.first.step
    let scanned = Self.scanned(signed)
    let bits = SIMD16<Int16>(
      1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11,
      1 << 12, 1 << 13, 1 << 14, Int16(bitPattern: 1 << 15))
    let used = ((0 &- scanned.magnitudes) &>> 15) & bits
    let mask = UInt16(bitPattern: (used.lowHalf | used.highHalf).anyLane)
    return (scanned, UInt8(truncatingIfNeeded: 16 &- mask.leadingZeroBitCount))
  }

  @inline(__always)
  private static func scanned(_ v: SIMD16<Int16>) -> SIMD16<Int16> {
    SIMD16(
      v[0], v[1], v[4], v[8], v[5], v[2], v[3], v[6], v[9], v[12], v[13], v[10], v[7], v[11], v[14],
      v[15])
  }

  /// The four rows, each in the lower half of a vector, so that the arithmetic of eight blocks
  /// serves one as well.
  @inline(__always)
  private static func rows(_ v: SIMD16<Int16>) -> VP8Transform.Row {
    (
      SIMD8(v[0], v[1], v[2], v[3], 0, 0, 0, 0), SIMD8(v[4], v[5], v[6], v[7], 0, 0, 0, 0),
      SIMD8(v[8], v[9], v[10], v[11], 0, 0, 0, 0), SIMD8(v[12], v[13], v[14], v[15], 0, 0, 0, 0)
    )
  }

  @inline(__always)
  private static func values(_ rows: VP8Transform.Row) -> SIMD16<Int16> {
    SIMD16(
      lowHalf: SIMD8(lowHalf: rows.0.lowHalf, highHalf: rows.1.lowHalf),
      highHalf: SIMD8(lowHalf: rows.2.lowHalf, highHalf: rows.3.lowHalf))
  }

  @inline(__always)
  private static func transposed(_ rows: VP8Transform.Row) -> VP8Transform.Row {
    let even = rows.0.lowInterleaved(rows.2)
    let odd = rows.1.lowInterleaved(rows.3)
    let upper = even.lowInterleaved(odd)
    let lower = even.highInterleaved(odd)
    return (
      upper, SIMD8(upper[4], upper[5], upper[6], upper[7], 0, 0, 0, 0), lower,
      SIMD8(lower[4], lower[5], lower[6], lower[7], 0, 0, 0, 0)
    )
  }
}
