// Conversions lane by lane. They are spelled out, because as such they always become one or two
// instructions; the standard library's generic ones stay calls inside larger functions.

extension SIMD8<Int16> {
  /// Lanes 0–3 of this vector, each before one of `other`'s.
  @inline(__always)
  func lowInterleaved(_ other: Self) -> Self {
    Self(self[0], other[0], self[1], other[1], self[2], other[2], self[3], other[3])
  }

  /// Lanes 4–7 of this vector, each before one of `other`'s.
  @inline(__always)
  func highInterleaved(_ other: Self) -> Self {
    Self(self[4], other[4], self[5], other[5], self[6], other[6], self[7], other[7])
  }

  /// The upper 16 bits of the product, rounded down.
  @inline(__always)
  func upperProduct(_ factor: Int16) -> Self {
    let wide = SIMD8<Int32>(
      Int32(self[0]), Int32(self[1]), Int32(self[2]), Int32(self[3]), Int32(self[4]),
      Int32(self[5]), Int32(self[6]), Int32(self[7]))
    let upper = (wide &* SIMD8<Int32>(repeating: Int32(factor))) &>> 16
    return Self(
      Int16(truncatingIfNeeded: upper[0]), Int16(truncatingIfNeeded: upper[1]),
      Int16(truncatingIfNeeded: upper[2]), Int16(truncatingIfNeeded: upper[3]),
      Int16(truncatingIfNeeded: upper[4]), Int16(truncatingIfNeeded: upper[5]),
      Int16(truncatingIfNeeded: upper[6]), Int16(truncatingIfNeeded: upper[7]))
  }

  /// The upper 16 bits of the product of lanes that are not negative, as those of unsigned numbers.
  @inline(__always)
  func upperProduct(_ factor: UInt16) -> Self {
    let wide = SIMD8<UInt32>(
      UInt32(UInt16(bitPattern: self[0])), UInt32(UInt16(bitPattern: self[1])),
      UInt32(UInt16(bitPattern: self[2])), UInt32(UInt16(bitPattern: self[3])),
      UInt32(UInt16(bitPattern: self[4])), UInt32(UInt16(bitPattern: self[5])),
      UInt32(UInt16(bitPattern: self[6])), UInt32(UInt16(bitPattern: self[7])))
    let upper = (wide &* SIMD8<UInt32>(repeating: UInt32(factor))) &>> 16
    return Self(
      Int16(truncatingIfNeeded: upper[0]), Int16(truncatingIfNeeded: upper[1]),
      Int16(truncatingIfNeeded: upper[2]), Int16(truncatingIfNeeded: upper[3]),
      Int16(truncatingIfNeeded: upper[4]), Int16(truncatingIfNeeded: upper[5]),
      Int16(truncatingIfNeeded: upper[6]), Int16(truncatingIfNeeded: upper[7]))
  }

  /// All bits that are set in any lane.
  @inline(__always)
  var anyLane: Int16 {
    let four = lowHalf | highHalf
    return four[0] | four[1] | four[2] | four[3]
  }
}

extension SIMD16<UInt8> {
  /// Whether all lanes are zero.
  @inline(__always)
  var isZero: Bool {
    let four = (lowHalf | highHalf).lowHalf | (lowHalf | highHalf).highHalf
    return four[0] | four[1] | four[2] | four[3] == 0
  }

  @inline(__always)
  var widened: SIMD16<Int16> {
    SIMD16<Int16>(
      Int16(self[0]), Int16(self[1]), Int16(self[2]), Int16(self[3]), Int16(self[4]),
      Int16(self[5]), Int16(self[6]), Int16(self[7]), Int16(self[8]), Int16(self[9]),
      Int16(self[10]), Int16(self[11]), Int16(self[12]), Int16(self[13]), Int16(self[14]),
      Int16(self[15]))
  }

  /// Lane by lane, −255…255.
  @inline(__always)
  func minus(_ other: Self) -> SIMD16<Int16> { widened &- other.widened }

  /// Lane by lane, clamped to 0…255, for differences within ±16 384.
  @inline(__always)
  func plus(_ difference: SIMD16<Int16>) -> Self {
    let sum = widened &+ difference
    let negative = sum &>> 15
    let over = (255 &- sum) &>> 15
    return ((sum | over) & ~negative).lowBytes
  }
}

extension SIMD16<Int16> {
  @inline(__always)
  var lowBytes: SIMD16<UInt8> {
    let v = self
    return SIMD16<UInt8>(
      UInt8(truncatingIfNeeded: v[0]), UInt8(truncatingIfNeeded: v[1]),
      UInt8(truncatingIfNeeded: v[2]), UInt8(truncatingIfNeeded: v[3]),
      UInt8(truncatingIfNeeded: v[4]), UInt8(truncatingIfNeeded: v[5]),
      UInt8(truncatingIfNeeded: v[6]), UInt8(truncatingIfNeeded: v[7]),
      UInt8(truncatingIfNeeded: v[8]), UInt8(truncatingIfNeeded: v[9]),
      UInt8(truncatingIfNeeded: v[10]), UInt8(truncatingIfNeeded: v[11]),
      UInt8(truncatingIfNeeded: v[12]), UInt8(truncatingIfNeeded: v[13]),
      UInt8(truncatingIfNeeded: v[14]), UInt8(truncatingIfNeeded: v[15]))
  }

  /// Sizes of the lanes.
  @inline(__always)
  var magnitudes: Self {
    let sign = self &>> 15
    return (self ^ sign) &- sign
  }

  /// The sum of lanes that are not negative.
  @inline(__always)
  var sum: Int32 {
    var sum = SIMD8<Int32>(repeating: 0)
    for i in 0..<8 { sum[i] = Int32(self[i]) &+ Int32(self[i + 8]) }
    return sum.wrappedSum()
  }
}
