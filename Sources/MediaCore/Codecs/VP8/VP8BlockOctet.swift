/// Eight 4×4 blocks side by side: a vector for each of the 16 places, in which lane `b` belongs to
/// block `b`.
///
/// With one block a lane the transforms and the quantiser are plain arithmetic without a shuffle;
/// only the way in and out turns rows of pixels, which hold four blocks, into lanes. Rows 0–7, 8–15
/// and 16–23 of `VP8Samples` are an octet each. Its lanes are blocks 0–3 over rows 0–3 and then
/// blocks 0–3 over rows 4–7 (for chroma two of blue and two of red each time).
struct VP8BlockOctet: Sendable {
  /// Places of one row, from left to right. Tuples instead of arrays keep them in registers.
  typealias Row = (SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>)

  var row0 = Self.zeros
  var row1 = Self.zeros
  var row2 = Self.zeros
  var row3 = Self.zeros

  private static var zeros: Row {
    let zero = SIMD8<Int16>(repeating: 0)
    return (zero, zero, zero, zero)
  }

  init() {}

  @inline(__always)
  init(_ row0: Row, _ row1: Row, _ row2: Row, _ row3: Row) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
    self.row3 = row3
  }

  /// Differences of eight rows from their prediction, −255…255.
  @inline(never)
  init(_ source: borrowing VP8Samples, minus prediction: borrowing VP8Samples, from first: Int) {
    let (rows, predicted) = (source.storage.span, prediction.storage.span)
    row0 = Self.difference(rows, predicted, first)
    row1 = Self.difference(rows, predicted, first + 1)
    row2 = Self.difference(rows, predicted, first + 2)
    row3 = Self.difference(rows, predicted, first + 3)
  }

  /// Adds the differences to the prediction's eight rows, clamped to 0…255 (14.5).
  @inline(never)
  func add(
    to prediction: borrowing VP8Samples, from first: Int, into result: inout VP8Samples
  ) {
    let predicted = prediction.storage.span
    var rows = result.storage.mutableSpan
    Self.add(row0, to: predicted, first, &rows)
    Self.add(row1, to: predicted, first + 1, &rows)
    Self.add(row2, to: predicted, first + 2, &rows)
    Self.add(row3, to: predicted, first + 3, &rows)
  }

  /// The perfect shuffle of all 128 values: those of the first half each before one of the second.
  @inline(__always)
  var shuffled: VP8BlockOctet {
    VP8BlockOctet(
      Self.shuffle(row0.0, row0.1, row2.0, row2.1), Self.shuffle(row0.2, row0.3, row2.2, row2.3),
      Self.shuffle(row1.0, row1.1, row3.0, row3.1), Self.shuffle(row1.2, row1.3, row3.2, row3.3))
  }

  /// Rows `y` and `y + 4` of the pixels as a row of places.
  @inline(__always)
  private static func difference(
    _ source: Span<SIMD16<UInt8>>, _ prediction: Span<SIMD16<UInt8>>, _ y: Int
  ) -> Row {
    let upper = source[y].minus(prediction[y])
    let lower = source[y + 4].minus(prediction[y + 4])
    // A value's index is, in bits, half, block, column; three shuffles turn that into column, half,
    // block.
    let once = shuffle(upper.lowHalf, upper.highHalf, lower.lowHalf, lower.highHalf)
    let twice = shuffle(once.0, once.1, once.2, once.3)
    return shuffle(twice.0, twice.1, twice.2, twice.3)
  }

  @inline(__always)
  private static func add(
    _ row: Row, to prediction: Span<SIMD16<UInt8>>, _ y: Int,
    _ result: inout MutableSpan<SIMD16<UInt8>>
  ) {
    let once = shuffle(row.0, row.1, row.2, row.3)
    let twice = shuffle(once.0, once.1, once.2, once.3)
    result[y] = prediction[y].plus(SIMD16(lowHalf: twice.0, highHalf: twice.1))
    result[y + 4] = prediction[y + 4].plus(SIMD16(lowHalf: twice.2, highHalf: twice.3))
  }

  @inline(__always)
  private static func shuffle(
    _ a: SIMD8<Int16>, _ b: SIMD8<Int16>, _ c: SIMD8<Int16>, _ d: SIMD8<Int16>
  ) -> Row {
    (a.lowInterleaved(c), a.highInterleaved(c), b.lowInterleaved(d), b.highInterleaved(d))
  }
}
