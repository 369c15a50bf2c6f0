/// Which blocks at one edge of a macroblock have levels: bits 0…3 luma, 4 and 5 blue, 6 and 7 red,
/// 8 Y2 (RFC 6386, 13.3).
struct VP8BlockContext: Equatable, Sendable {
  var bits: UInt16 = 0

  static let y2: UInt16 = 1 << 8

  /// What a macroblock without levels leaves: nothing, but one without a Y2 block keeps the Y2 of
  /// the last that had one.
  func afterSkipping(hasY2: Bool) -> VP8BlockContext {
    VP8BlockContext(bits: hasY2 ? 0 : bits & Self.y2)
  }

  /// Hands on all blocks of a macroblock with their contexts, which it brings up to date.
  @inline(__always)
  static func visit<Sink: VP8CodedBlockSink>(
    _ levels: borrowing VP8Levels, row: Int, hasY2: Bool, above: inout VP8BlockContext,
    left: inout VP8BlockContext, into sink: inout Sink
  ) {
    visitLuma(levels, row: row, hasY2: hasY2, above: &above, left: &left, into: &sink)
    visitChroma(levels, row: row, above: &above, left: &left, into: &sink)
  }

  /// Y2, when there is one, and the 16 blocks of luma.
  @inline(__always)
  static func visitLuma<Sink: VP8CodedBlockSink>(
    _ levels: borrowing VP8Levels, row: Int, hasY2: Bool, above: inout VP8BlockContext,
    left: inout VP8BlockContext, into sink: inout Sink
  ) {
    let base = row * VP8Levels.rowSize
    let ends = row * VP8Levels.blocks
    var (aboveBits, leftBits) = (UInt32(above.bits), UInt32(left.bits))
    if hasY2 {
      let block = VP8CodedBlock(
        offset: base + VP8Levels.y2 * 16, first: 0, end: Int(levels.ends[ends + VP8Levels.y2]),
        plane: 1, context: Int(aboveBits >> 8 & 1 + leftBits >> 8 & 1))
      sink.take(block, of: levels.values)
      let mark: UInt32 = block.hasLevels ? 1 << 8 : 0
      aboveBits = aboveBits & 0xFF | mark
      leftBits = leftBits & 0xFF | mark
    }
    for index in 0..<16 {
      let column = UInt32(truncatingIfNeeded: index & 3)
      let line = UInt32(truncatingIfNeeded: index >> 2)
      let block = VP8CodedBlock(
        offset: base + index * 16, first: hasY2 ? 1 : 0, end: Int(levels.ends[ends + index]),
        plane: hasY2 ? 0 : 3, context: Int(aboveBits &>> column & 1 + leftBits &>> line & 1))
      sink.take(block, of: levels.values)
      let mark: UInt32 = block.hasLevels ? 1 : 0
      aboveBits = aboveBits & ~(1 &<< column) | mark &<< column
      leftBits = leftBits & ~(1 &<< line) | mark &<< line
    }
    above.bits = UInt16(aboveBits)
    left.bits = UInt16(leftBits)
  }

  /// The four blocks of blue and the four of red.
  @inline(__always)
  static func visitChroma<Sink: VP8CodedBlockSink>(
    _ levels: borrowing VP8Levels, row: Int, above: inout VP8BlockContext,
    left: inout VP8BlockContext, into sink: inout Sink
  ) {
    let base = row * VP8Levels.rowSize
    let ends = row * VP8Levels.blocks
    var (aboveBits, leftBits) = (UInt32(above.bits), UInt32(left.bits))
    for index in 16..<24 {
      let colour = UInt32(truncatingIfNeeded: index < 20 ? 4 : 6)
      let column = colour + UInt32(truncatingIfNeeded: index & 1)
      let line = colour + UInt32(truncatingIfNeeded: index >> 1 & 1)
      let block = VP8CodedBlock(
        offset: base + index * 16, first: 0, end: Int(levels.ends[ends + index]), plane: 2,
        context: Int(aboveBits &>> column & 1 + leftBits &>> line & 1))
      sink.take(block, of: levels.values)
      let mark: UInt32 = block.hasLevels ? 1 : 0
      aboveBits = aboveBits & ~(1 &<< column) | mark &<< column
      leftBits = leftBits & ~(1 &<< line) | mark &<< line
    }
    above.bits = UInt16(aboveBits)
    left.bits = UInt16(leftBits)
  }
}
