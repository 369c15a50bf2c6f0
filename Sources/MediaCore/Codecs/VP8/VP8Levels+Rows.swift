extension VP8Levels {
  /// Takes the last row away again: the macroblock turned out to have no coefficients.
  mutating func removeLastRow() { removeRows(from: Int32(rows - 1)) }

  /// Takes away all rows from one on.
  mutating func removeRows(from first: Int32) {
    let count = rows - Int(first)
    values.removeLast(count * Self.rowSize)
    ends.removeLast(count * Self.blocks)
  }

  /// Of the rows from `first` on, which were trials, keeps one, as `first`.
  mutating func keep(_ row: Int32, from first: Int32) {
    if row != first {
      let (source, target) = (Int(row) * Self.rowSize, Int(first) * Self.rowSize)
      for block in 0..<Self.blocks {
        let vector = values.span.vector16(at: source + block * 16)
        var span = values.mutableSpan
        span.store(vector, at: target + block * 16)
      }
      let (sourceEnds, targetEnds) = (Int(row) * Self.blocks, Int(first) * Self.blocks)
      for i in 0..<Self.blocks { ends[targetEnds + i] = ends[sourceEnds + i] }
    }
    removeRows(from: first + 1)
  }

  /// Which block each lane is of the octets of upper and lower luma, and of chroma (13).
  static let upperLuma = SIMD8<UInt8>(0, 1, 2, 3, 4, 5, 6, 7)
  static let lowerLuma = SIMD8<UInt8>(8, 9, 10, 11, 12, 13, 14, 15)
  static let chroma = SIMD8<UInt8>(16, 17, 20, 21, 18, 19, 22, 23)

  /// Sets eight blocks of a row that holds zeros there.
  @inline(__always)
  mutating func store(_ octet: borrowing VP8QuantisedOctet, row: Int32, order: SIMD8<UInt8>) {
    guard !octet.isZero else { return }
    let (start, first) = (Int(row) * Self.rowSize, Int(row) * Self.blocks)
    let blocks = octet.byBlock()
    var span = values.mutableSpan
    Self.store(blocks.row0, in: &span, start, order[0], order[1])
    Self.store(blocks.row1, in: &span, start, order[2], order[3])
    Self.store(blocks.row2, in: &span, start, order[4], order[5])
    Self.store(blocks.row3, in: &span, start, order[6], order[7])
    for lane in 0..<8 { ends[first + Int(order[lane])] = octet.end(lane: lane) }
  }

  @inline(__always)
  private static func store(
    _ halves: VP8BlockOctet.Row, in span: inout MutableSpan<Int16>, _ start: Int, _ first: UInt8,
    _ second: UInt8
  ) {
    span.store(halves.0, at: start + Int(first) * 16)
    span.store(halves.1, at: start + Int(first) * 16 + 8)
    span.store(halves.2, at: start + Int(second) * 16)
    span.store(halves.3, at: start + Int(second) * 16 + 8)
  }

  /// Sets one block of a row.
  @inline(__always)
  mutating func store(_ levels: SIMD16<Int16>, end: UInt8, row: Int32, block: Int) {
    var span = values.mutableSpan
    span.store(levels, at: Int(row) * Self.rowSize + block * 16)
    ends[Int(row) * Self.blocks + block] = end
  }

  /// Sets one block of a row that holds zeros there to `level` at position 0.
  mutating func storeFirst(_ level: Int16, row: Int32, block: Int) {
    values[Int(row) * Self.rowSize + block * 16] = level
    ends[Int(row) * Self.blocks + block] = level == 0 ? 0 : 1
  }
}
