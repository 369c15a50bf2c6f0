/// Eight 4×4 blocks side by side: lane `b` of vector `i` is value `i`, in raster order, of block `b`.
///
/// With one block a lane the transforms and the quantiser are plain arithmetic without a shuffle;
/// only the way in and out turns rows of pixels, which hold four blocks, into lanes. Rows 0–7, 8–15
/// and 16–23 of `VP8Samples` are an octet each. Its lanes are blocks 0–3 over rows 0–3 and then
/// blocks 0–3 over rows 4–7 (for chroma two of blue and two of red each time).
struct VP8BlockOctet {
  var values: InlineArray<16, SIMD8<Int16>>

  init() {
    values = InlineArray(repeating: SIMD8(repeating: 0))
  }

  subscript(index: Int) -> SIMD8<Int16> {
    @inline(__always) get { values[index] }
    @inline(__always) set { values[index] = newValue }
  }

  /// Differences of eight rows from their prediction, −255…255.
  @inline(__always)
  init(_ source: borrowing VP8Samples, minus prediction: borrowing VP8Samples, from first: Int) {
    self.init()
    for y in 0..<4 {
      let upper = Self.difference(source[first + y], prediction[first + y])
      let lower = Self.difference(source[first + y + 4], prediction[first + y + 4])
      // A row's index in bits is half, block, column; three turns to the left make it column, half,
      // block.
      let once = Self.turn(upper.lowHalf, upper.highHalf, lower.lowHalf, lower.highHalf)
      let twice = Self.turn(once.0, once.1, once.2, once.3)
      let thrice = Self.turn(twice.0, twice.1, twice.2, twice.3)
      values[y * 4] = thrice.0
      values[y * 4 + 1] = thrice.1
      values[y * 4 + 2] = thrice.2
      values[y * 4 + 3] = thrice.3
    }
  }

  /// Adds the differences to the prediction's eight rows, clamped to 0…255 (14.5).
  @inline(__always)
  func add(
    to prediction: borrowing VP8Samples, from first: Int, into result: inout VP8Samples
  ) {
    for y in 0..<4 {
      let once = Self.turn(
        values[y * 4], values[y * 4 + 1], values[y * 4 + 2], values[y * 4 + 3])
      let twice = Self.turn(once.0, once.1, once.2, once.3)
      result[first + y] = Self.sum(
        prediction[first + y], SIMD16(lowHalf: twice.0, highHalf: twice.1))
      result[first + y + 4] = Self.sum(
        prediction[first + y + 4], SIMD16(lowHalf: twice.2, highHalf: twice.3))
    }
  }

  /// Takes 32 values by the perfect shuffle: the first half's between the second half's.
  @inline(__always)
  private static func turn(
    _ a: SIMD8<Int16>, _ b: SIMD8<Int16>, _ c: SIMD8<Int16>, _ d: SIMD8<Int16>
  ) -> (SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>) {
    (a.lowInterleaved(c), a.highInterleaved(c), b.lowInterleaved(d), b.highInterleaved(d))
  }

  @inline(__always)
  static func difference(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<Int16> {
    SIMD16<Int16>(truncatingIfNeeded: a) &- SIMD16<Int16>(truncatingIfNeeded: b)
  }

  @inline(__always)
  static func sum(_ prediction: SIMD16<UInt8>, _ residual: SIMD16<Int16>) -> SIMD16<UInt8> {
    let sum = SIMD16<Int16>(truncatingIfNeeded: prediction) &+ residual
    return SIMD16<UInt8>(
      truncatingIfNeeded: sum.clamped(
        lowerBound: SIMD16(repeating: 0), upperBound: SIMD16(repeating: 255)))
  }
}

extension SIMD8<Int16> {
  /// Lanes 0–3 of this vector between those of another.
  @inline(__always)
  func lowInterleaved(_ other: Self) -> Self {
    var result = Self()
    result.evenHalf = lowHalf
    result.oddHalf = other.lowHalf
    return result
  }

  /// Lanes 4–7 of this vector between those of another.
  @inline(__always)
  func highInterleaved(_ other: Self) -> Self {
    var result = Self()
    result.evenHalf = highHalf
    result.oddHalf = other.highHalf
    return result
  }

  /// The upper 16 bits of the product, rounded down.
  @inline(__always)
  func upperProduct(_ factor: Int16) -> Self {
    let product =
      SIMD8<Int32>(truncatingIfNeeded: self) &* SIMD8<Int32>(repeating: Int32(factor))
    return Self(truncatingIfNeeded: product &>> 16)
  }
}
