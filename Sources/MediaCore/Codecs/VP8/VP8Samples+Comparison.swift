/// What decisions are made by. Loops over vectors without a branch inside.
extension VP8Samples {
  /// Whether every sample is the same.
  func equals(_ other: borrowing VP8Samples) -> Bool {
    let (a, b) = (storage.span, other.storage.span)
    var difference = SIMD16<UInt8>(repeating: 0)
    for y in 0..<Self.rows { difference |= a[y] ^ b[y] }
    return difference.isZero
  }

  /// The colour, when the whole macroblock has only one.
  var flatColour: VP8Colour? {
    let colour = VP8Colour(luma: self[0][0], blue: self[16][0], red: self[16][8])
    return isFlat(colour) ? colour : nil
  }

  /// Whether every sample is `colour`.
  func isFlat(_ colour: VP8Colour) -> Bool {
    let (luma, chroma) = (SIMD16(repeating: colour.luma), colour.chromaRow)
    let rows = storage.span
    var difference = SIMD16<UInt8>(repeating: 0)
    for y in 0..<Self.lumaRows { difference |= rows[y] ^ luma }
    for y in Self.lumaRows..<Self.rows { difference |= rows[y] ^ chroma }
    return difference.isZero
  }

  /// Sum of absolute differences of luma: 0…65 280.
  func lumaDistance(from other: borrowing VP8Samples) -> Int32 {
    distance(from: other, rows: 0..<Self.lumaRows)
  }

  /// Sum of absolute differences of luma from its own average, rounded down.
  var lumaSpread: Int32 {
    let rows = storage.span
    var sums = SIMD16<Int16>(repeating: 0)
    for y in 0..<Self.lumaRows { sums &+= rows[y].widened }
    let average = SIMD16<UInt8>(repeating: UInt8(truncatingIfNeeded: sums.sum >> 8))
    var spread = SIMD16<Int16>(repeating: 0)
    for y in 0..<Self.lumaRows { spread &+= rows[y].minus(average).magnitudes }
    return spread.sum
  }

  /// Sum of absolute differences of both planes of chroma: 0…32 640.
  func chromaDistance(from other: borrowing VP8Samples) -> Int32 {
    distance(from: other, rows: Self.lumaRows..<Self.rows)
  }

  /// Sum of squared differences of all planes: 0…24 969 600.
  func squaredError(from other: borrowing VP8Samples) -> Int32 {
    squares(from: other, rows: 0..<Self.rows)
  }

  /// Those of luma, and of both planes of chroma.
  func lumaError(from other: borrowing VP8Samples) -> Int32 {
    squares(from: other, rows: 0..<Self.lumaRows)
  }

  func chromaError(from other: borrowing VP8Samples) -> Int32 {
    squares(from: other, rows: Self.lumaRows..<Self.rows)
  }

  private func squares(from other: borrowing VP8Samples, rows: Range<Int>) -> Int32 {
    let (a, b) = (storage.span, other.storage.span)
    var sum = VP8SquareSum()
    for y in rows { sum.add(a[y].minus(b[y])) }
    return sum.total
  }

  private func distance(from other: borrowing VP8Samples, rows: Range<Int>) -> Int32 {
    // 16 bits a lane hold 24 rows of at most 255.
    let (a, b) = (storage.span, other.storage.span)
    var sum = SIMD16<Int16>(repeating: 0)
    for y in rows { sum &+= a[y].minus(b[y]).magnitudes }
    return sum.sum
  }
}
