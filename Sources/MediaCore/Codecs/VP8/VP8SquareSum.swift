/// The sum of the squares of at most 128 rows of differences within ±255, in lanes of 16 bits: the
/// upper and lower bytes of squares apart.
struct VP8SquareSum {
  private var upper = SIMD16<Int16>(repeating: 0)
  private var lower = SIMD16<Int16>(repeating: 0)

  @inline(__always)
  mutating func add(_ difference: SIMD16<Int16>) {
    // At most 65 025, which 16 bits hold without a sign.
    let square = difference &* difference
    upper &+= square &>> 8 & 255
    lower &+= square & 255
  }

  var total: Int32 { upper.sum &* 256 &+ lower.sum }
}
