/// The 4×4 cosine transform (RFC 6386, 14.4), eight blocks at once.
///
/// The inverse is the RFC's to the bit. The forward one is ours to choose: the exact transform in
/// 16-bit integers with three fractional bits, at the inverse's scale (twice the orthonormal one),
/// off by less than one.
enum VP8Transform {
  typealias Row = VP8BlockOctet.Row

  /// Coefficients of differences of at most ±255; they are at most ±2 041.
  @inline(never)
  static func forward(_ blocks: inout VP8BlockOctet) {
    let scaled = VP8BlockOctet(
      scaled(blocks.row0), scaled(blocks.row1), scaled(blocks.row2), scaled(blocks.row3))
    let down0 = forward(scaled.row0.0, scaled.row1.0, scaled.row2.0, scaled.row3.0)
    let down1 = forward(scaled.row0.1, scaled.row1.1, scaled.row2.1, scaled.row3.1)
    let down2 = forward(scaled.row0.2, scaled.row1.2, scaled.row2.2, scaled.row3.2)
    let down3 = forward(scaled.row0.3, scaled.row1.3, scaled.row2.3, scaled.row3.3)
    blocks.row0 = rounded(forward(down0.0, down1.0, down2.0, down3.0), 8, 4)
    blocks.row1 = rounded(forward(down0.1, down1.1, down2.1, down3.1), 8, 4)
    blocks.row2 = rounded(forward(down0.2, down1.2, down2.2, down3.2), 8, 4)
    blocks.row3 = rounded(forward(down0.3, down1.3, down2.3, down3.3), 8, 4)
  }

  /// Coefficient 0 as `forward` gives it; the others become zero.
  @inline(never)
  static func forwardFirst(_ blocks: inout VP8BlockOctet) {
    let sum =
      sum(blocks.row0) &+ sum(blocks.row1) &+ sum(blocks.row2) &+ sum(blocks.row3)
    blocks = VP8BlockOctet()
    blocks.row0.0 = (sum &+ 1) &>> 1
  }

  /// Differences from coefficients: columns first, then rows.
  @inline(never)
  static func inverse(_ blocks: inout VP8BlockOctet) {
    let down0 = inverse(blocks.row0.0, blocks.row1.0, blocks.row2.0, blocks.row3.0)
    let down1 = inverse(blocks.row0.1, blocks.row1.1, blocks.row2.1, blocks.row3.1)
    let down2 = inverse(blocks.row0.2, blocks.row1.2, blocks.row2.2, blocks.row3.2)
    let down3 = inverse(blocks.row0.3, blocks.row1.3, blocks.row2.3, blocks.row3.3)
    blocks.row0 = rounded(inverse(down0.0, down1.0, down2.0, down3.0), 4, 3)
    blocks.row1 = rounded(inverse(down0.1, down1.1, down2.1, down3.1), 4, 3)
    blocks.row2 = rounded(inverse(down0.2, down1.2, down2.2, down3.2), 4, 3)
    blocks.row3 = rounded(inverse(down0.3, down1.3, down2.3, down3.3), 4, 3)
  }

  /// The same as `inverse` when all coefficients but the first are zero.
  @inline(__always)
  static func inverseOfFirst(_ blocks: inout VP8BlockOctet) {
    let first = (blocks.row0.0 &+ 4) &>> 3
    let row = (first, first, first, first)
    blocks = VP8BlockOctet(row, row, row, row)
  }

  /// One line of the forward transform, at twice the orthonormal scale.
  @inline(__always)
  static func forward(
    _ a: SIMD8<Int16>, _ b: SIMD8<Int16>, _ c: SIMD8<Int16>, _ d: SIMD8<Int16>
  ) -> Row {
    let outerSum = a &+ d
    let innerSum = b &+ c
    let outer = a &- d
    let inner = b &- c
    return (
      outerSum &+ innerSum, byCosine(outer) &+ bySine(inner), outerSum &- innerSum,
      bySine(outer) &- byCosine(inner)
    )
  }

  /// One line of the inverse transform, as 14.4 has it.
  @inline(__always)
  static func inverse(
    _ a: SIMD8<Int16>, _ b: SIMD8<Int16>, _ c: SIMD8<Int16>, _ d: SIMD8<Int16>
  ) -> Row {
    let even = a &+ c
    let odd = a &- c
    let inner = bySine(b) &- byCosine(d)
    let outer = byCosine(b) &+ bySine(d)
    return (even &+ outer, odd &+ inner, odd &- inner, even &- outer)
  }

  @inline(__always)
  private static func sum(_ row: Row) -> SIMD8<Int16> { row.0 &+ row.1 &+ row.2 &+ row.3 }

  @inline(__always)
  private static func scaled(_ row: Row) -> Row {
    (row.0 &<< 3, row.1 &<< 3, row.2 &<< 3, row.3 &<< 3)
  }

  @inline(__always)
  private static func rounded(_ row: Row, _ half: Int16, _ shift: Int16) -> Row {
    (
      (row.0 &+ half) &>> shift, (row.1 &+ half) &>> shift, (row.2 &+ half) &>> shift,
      (row.3 &+ half) &>> shift
    )
  }

  /// x + (x·20 091 >> 16): times √2·cos(π/8), as 14.4 has it.
  @inline(__always)
  private static func byCosine(_ x: SIMD8<Int16>) -> SIMD8<Int16> {
    x &+ x.upperProduct(20_091 as Int16)
  }

  /// x·35 468 >> 16: times √2·sin(π/8), as 14.4 has it. The factor passes 16 bits, so it is taken
  /// less 65 536.
  @inline(__always)
  private static func bySine(_ x: SIMD8<Int16>) -> SIMD8<Int16> {
    x &+ x.upperProduct(-30_068 as Int16)
  }
}
