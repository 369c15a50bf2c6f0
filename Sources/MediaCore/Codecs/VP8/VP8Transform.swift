/// The 4×4 cosine transform (RFC 6386, 14.4), eight blocks at once.
///
/// The inverse is the RFC's to the bit. The forward one is ours to choose: the exact transform in
/// 16-bit integers with three fractional bits, at the inverse's scale (twice the orthonormal one),
/// off by less than one.
enum VP8Transform {
  /// √2·cos(π/8) − 1 in 1/65 536, and √2·sin(π/8), which is 35 468, less 1: both within 16 bits.
  static let cosine: Int16 = 20_091
  static let sineMinusOne: Int16 = -30_068

  /// Coefficients of differences of at most ±255; they are at most ±2 041.
  @inline(__always)
  static func forward(_ blocks: inout VP8BlockOctet) {
    for i in 0..<16 { blocks[i] = blocks[i] &<< 3 }
    for x in 0..<4 {
      let line = forward(blocks[x], blocks[x + 4], blocks[x + 8], blocks[x + 12])
      blocks[x] = line.0
      blocks[x + 4] = line.1
      blocks[x + 8] = line.2
      blocks[x + 12] = line.3
    }
    for y in 0..<4 {
      let i = y * 4
      let line = forward(blocks[i], blocks[i + 1], blocks[i + 2], blocks[i + 3])
      blocks[i] = (line.0 &+ 8) &>> 4
      blocks[i + 1] = (line.1 &+ 8) &>> 4
      blocks[i + 2] = (line.2 &+ 8) &>> 4
      blocks[i + 3] = (line.3 &+ 8) &>> 4
    }
  }

  /// Differences from coefficients.
  @inline(__always)
  static func inverse(_ blocks: inout VP8BlockOctet) {
    for x in 0..<4 {
      let line = inverse(blocks[x], blocks[x + 4], blocks[x + 8], blocks[x + 12])
      blocks[x] = line.0
      blocks[x + 4] = line.1
      blocks[x + 8] = line.2
      blocks[x + 12] = line.3
    }
    for y in 0..<4 {
      let i = y * 4
      let line = inverse(blocks[i], blocks[i + 1], blocks[i + 2], blocks[i + 3])
      blocks[i] = (line.0 &+ 4) &>> 3
      blocks[i + 1] = (line.1 &+ 4) &>> 3
      blocks[i + 2] = (line.2 &+ 4) &>> 3
      blocks[i + 3] = (line.3 &+ 4) &>> 3
    }
  }

  /// The same as `inverse` when all coefficients but the first are zero.
  @inline(__always)
  static func inverseOfFirst(_ blocks: inout VP8BlockOctet) {
    let first = (blocks[0] &+ 4) &>> 3
    for i in 0..<16 { blocks[i] = first }
  }

  fileprivate typealias Line = (SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>)

  @inline(__always)
  fileprivate static func forward(
    _ a: SIMD8<Int16>, _ b: SIMD8<Int16>, _ c: SIMD8<Int16>, _ d: SIMD8<Int16>
  ) -> Line {
    let outerSum = a &+ d
    let innerSum = b &+ c
    let outer = a &- d
    let inner = b &- c
    return (
      outerSum &+ innerSum, byCosine(outer) &+ bySine(inner), outerSum &- innerSum,
      bySine(outer) &- byCosine(inner)
    )
  }

  @inline(__always)
  fileprivate static func inverse(
    _ a: SIMD8<Int16>, _ b: SIMD8<Int16>, _ c: SIMD8<Int16>, _ d: SIMD8<Int16>
  ) -> Line {
    let even = a &+ c
    let odd = a &- c
    let inner = bySine(b) &- byCosine(d)
    let outer = byCosine(b) &+ bySine(d)
    return (even &+ outer, odd &+ inner, odd &- inner, even &- outer)
  }

  /// x + (x·20 091 >> 16), as 14.4 has it.
  @inline(__always)
  private static func byCosine(_ x: SIMD8<Int16>) -> SIMD8<Int16> {
    x &+ x.upperProduct(cosine)
  }

  /// x·35 468 >> 16, as 14.4 has it.
  @inline(__always)
  private static func bySine(_ x: SIMD8<Int16>) -> SIMD8<Int16> {
    x &+ x.upperProduct(sineMinusOne)
  }
}

extension VP8Subblock {
  /// Coefficients from differences, as `VP8Transform.forward`.
  @inline(__always)
  mutating func transform() {
    let rows = VP8Transform.Rows(values &<< 3)
    let result = rows.forward().transposed().forward().transposed().values
    values = (result &+ 8) &>> 4
  }

  /// Differences from coefficients (14.4).
  @inline(__always)
  mutating func inverseTransform() {
    let result = VP8Transform.Rows(values).inverse().transposed().inverse().transposed().values
    values = (result &+ 4) &>> 3
  }
}

extension VP8Transform {
  /// The four rows of one block, each in the lower half of a vector, so that the eight-block
  /// arithmetic serves it too.
  struct Rows {
    private let lines: Line

    @inline(__always)
    init(_ values: SIMD16<Int16>) {
      let zero = SIMD4<Int16>(repeating: 0)
      lines = (
        SIMD8(lowHalf: values.lowHalf.lowHalf, highHalf: zero),
        SIMD8(lowHalf: values.lowHalf.highHalf, highHalf: zero),
        SIMD8(lowHalf: values.highHalf.lowHalf, highHalf: zero),
        SIMD8(lowHalf: values.highHalf.highHalf, highHalf: zero)
      )
    }

    @inline(__always)
    private init(lines: Line) { self.lines = lines }

    @inline(__always)
    var values: SIMD16<Int16> {
      SIMD16(
        lowHalf: SIMD8(lowHalf: lines.0.lowHalf, highHalf: lines.1.lowHalf),
        highHalf: SIMD8(lowHalf: lines.2.lowHalf, highHalf: lines.3.lowHalf))
    }

    @inline(__always)
    func forward() -> Rows {
      Rows(lines: VP8Transform.forward(lines.0, lines.1, lines.2, lines.3))
    }

    @inline(__always)
    func inverse() -> Rows {
      Rows(lines: VP8Transform.inverse(lines.0, lines.1, lines.2, lines.3))
    }

    @inline(__always)
    func transposed() -> Rows {
      let even = lines.0.lowInterleaved(lines.2)
      let odd = lines.1.lowInterleaved(lines.3)
      let upper = even.lowInterleaved(odd)
      let lower = even.highInterleaved(odd)
      let zero = SIMD4<Int16>(repeating: 0)
      return Rows(
        lines: (
          SIMD8(lowHalf: upper.lowHalf, highHalf: zero),
          SIMD8(lowHalf: upper.highHalf, highHalf: zero),
          SIMD8(lowHalf: lower.lowHalf, highHalf: zero),
          SIMD8(lowHalf: lower.highHalf, highHalf: zero)
        ))
    }
  }
}
