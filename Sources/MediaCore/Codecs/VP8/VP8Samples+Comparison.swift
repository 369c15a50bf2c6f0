/// What decisions are made by. Loops over vectors without a branch inside.
extension VP8Samples {
  /// Whether every sample is the same.
  func equals(_ other: borrowing VP8Samples) -> Bool {
    var difference = SIMD16<UInt8>(repeating: 0)
    for y in 0..<Self.rows { difference |= self[y] ^ other[y] }
    return difference.max() == 0
  }

  /// The colour, when the whole macroblock has only one.
  var flatColour: VP8Colour? {
    let colour = VP8Colour(luma: self[0][0], blue: self[16][0], red: self[16][8])
    return isFlat(colour) ? colour : nil
  }

  /// Whether every sample is `colour`.
  func isFlat(_ colour: VP8Colour) -> Bool {
    let (luma, chroma) = (SIMD16(repeating: colour.luma), colour.chromaRow)
    var difference = SIMD16<UInt8>(repeating: 0)
    for y in 0..<Self.lumaRows { difference |= self[y] ^ luma }
    for y in Self.lumaRows..<Self.rows { difference |= self[y] ^ chroma }
    return difference.max() == 0
  }

  /// The largest difference of any sample: 0…255.
  func largestDifference(from other: borrowing VP8Samples) -> UInt8 {
    var largest = SIMD16<UInt8>(repeating: 0)
    for y in 0..<Self.rows {
      largest = pointwiseMax(largest, Self.distance(self[y], other[y]))
    }
    return largest.max()
  }

  /// Sum of absolute differences of luma: 0…65 280.
  func lumaDistance(from other: borrowing VP8Samples) -> Int32 {
    distance(from: other, rows: 0..<Self.lumaRows)
  }

  /// Sum of absolute differences of both planes of chroma: 0…32 640.
  func chromaDistance(from other: borrowing VP8Samples) -> Int32 {
    distance(from: other, rows: Self.lumaRows..<Self.rows)
  }

  /// Sum of squared differences of all planes: 0…24 969 600.
  func squaredError(from other: borrowing VP8Samples) -> Int32 {
    var sum = SIMD8<UInt32>(repeating: 0)
    for y in 0..<Self.rows {
      let difference = self[y].minus(other[y])
      // At most 65 025, which 16 bits hold without a sign.
      let square = SIMD16<UInt16>(truncatingIfNeeded: difference &* difference)
      sum &+= SIMD8<UInt32>(truncatingIfNeeded: square.lowHalf)
      sum &+= SIMD8<UInt32>(truncatingIfNeeded: square.highHalf)
    }
    return Int32(truncatingIfNeeded: sum.wrappedSum())
  }

  private func distance(from other: borrowing VP8Samples, rows: Range<Int>) -> Int32 {
    // 16 bits a lane hold 24 rows of at most 255.
    var sum = SIMD16<Int16>(repeating: 0)
    for y in rows {
      let difference = self[y].minus(other[y])
      sum &+= difference.magnitudes
    }
    return sum.sum
  }

  @inline(__always)
  static func distance(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
    pointwiseMax(a, b) &- pointwiseMin(a, b)
  }
}
