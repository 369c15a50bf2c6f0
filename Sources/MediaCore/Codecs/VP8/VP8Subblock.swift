/// One 4×4 block, in raster order: Y2, or a subblock that is predicted on its own.
struct VP8Subblock {
  var values: SIMD16<Int16>

  /// Quantises all 16 values and leaves here what comes back from that.
  /// - Returns: The levels in coding order (13), and one past the last that is not zero.
  @inline(__always)
  mutating func quantise(_ plane: VP8Quantiser.Plane) -> (levels: SIMD16<Int16>, end: UInt8) {
    let sign = values &>> 15
    let size = SIMD16<UInt16>(truncatingIfNeeded: (values ^ sign) &- sign)
    var rounding = SIMD16<UInt16>(repeating: plane.other.rounding)
    var reciprocal = SIMD16<UInt32>(repeating: UInt32(plane.other.reciprocal))
    var step = SIMD16<Int16>(repeating: plane.other.step)
    rounding[0] = plane.first.rounding
    reciprocal[0] = UInt32(plane.first.reciprocal)
    step[0] = plane.first.step
    let rounded = SIMD16<UInt32>(truncatingIfNeeded: size &+ rounding)
    let level = SIMD16<Int16>(truncatingIfNeeded: (rounded &* reciprocal) &>> 16)
    // Y2 reaches ±16 328 at steps of 8 and more, so levels never pass the ±2 047 of the tokens.
    let signed = (level ^ sign) &- sign
    values = signed &* step
    let scanned = Self.scanned(signed)
    let mask = (SIMD16(repeating: 0) &- Self.scanned(level)) &>> 15
    let ends = mask & SIMD16(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
    return (scanned, UInt8(truncatingIfNeeded: ends.max()))
  }

  @inline(__always)
  private static func scanned(_ v: SIMD16<Int16>) -> SIMD16<Int16> {
    SIMD16(
      v[0], v[1], v[4], v[8], v[5], v[2], v[3], v[6], v[9], v[12], v[13], v[10], v[7], v[11], v[14],
      v[15])
  }
}
