/// The levels of eight blocks; their coefficients become what a decoder restores from those.
struct VP8QuantisedOctet: Sendable {
  /// A vector for each position in the coding order (13), one block a lane.
  private var levels = VP8BlockOctet()
  /// Bit `p` of a lane is set when its level at position `p` is not zero.
  private var used = SIMD8<Int16>(repeating: 0)

  /// Whether all levels are zero.
  var isZero: Bool { used.anyLane == 0 }
  /// Whether no level but those at position 0 is different from zero.
  var hasFirstOnly: Bool { used.anyLane & ~1 == 0 }

  /// One past the last position that is not zero.
  func end(lane: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: 16 &- UInt16(bitPattern: used[lane]).leadingZeroBitCount)
  }

  /// Nothing but zeros.
  init() {}

  /// Quantises all coefficients; `skipsFirst` leaves coefficient 0 alone, which then is in Y2.
  @inline(never)
  init(_ blocks: inout VP8BlockOctet, _ plane: VP8Quantiser.Plane, skipsFirst: Bool) {
    if !skipsFirst { levels.row0.0 = quantise(&blocks.row0.0, 1, plane.first) }
    // The zigzag of 13 over rows and columns.
    let other = plane.other
    levels.row0.1 = quantise(&blocks.row0.1, 1 << 1, other)
    levels.row0.2 = quantise(&blocks.row1.0, 1 << 2, other)
    levels.row0.3 = quantise(&blocks.row2.0, 1 << 3, other)
    levels.row1.0 = quantise(&blocks.row1.1, 1 << 4, other)
    levels.row1.1 = quantise(&blocks.row0.2, 1 << 5, other)
    levels.row1.2 = quantise(&blocks.row0.3, 1 << 6, other)
    levels.row1.3 = quantise(&blocks.row1.2, 1 << 7, other)
    levels.row2.0 = quantise(&blocks.row2.1, 1 << 8, other)
    levels.row2.1 = quantise(&blocks.row3.0, 1 << 9, other)
    levels.row2.2 = quantise(&blocks.row3.1, 1 << 10, other)
    levels.row2.3 = quantise(&blocks.row2.2, 1 << 11, other)
    levels.row3.0 = quantise(&blocks.row1.3, 1 << 12, other)
    levels.row3.1 = quantise(&blocks.row2.3, 1 << 13, other)
    levels.row3.2 = quantise(&blocks.row3.2, 1 << 14, other)
    levels.row3.3 = quantise(&blocks.row3.3, Int16(bitPattern: 1 << 15), other)
  }

  /// Quantises only coefficient 0, and takes the others for zero.
  @inline(never)
  init(firstOf blocks: inout VP8BlockOctet, _ plane: VP8Quantiser.Plane) {
    levels.row0.0 = quantise(&blocks.row0.0, 1, plane.first)
  }

  /// The levels block by block: each row holds the halves of two blocks, in coding order.
  @inline(never)
  func byBlock() -> VP8BlockOctet {
    // Four perfect shuffles turn position-major into block-major.
    levels.shuffled.shuffled.shuffled.shuffled
  }

  @inline(__always)
  private mutating func quantise(
    _ values: inout SIMD8<Int16>, _ bit: Int16, _ step: VP8Quantiser.Step
  ) -> SIMD8<Int16> {
    let sign = values &>> 15
    let size = (values ^ sign) &- sign
    let level = (size &+ step.rounding).upperProduct(step.reciprocal)
    let signed = (level ^ sign) &- sign
    values = signed &* step.step
    // All ones where the level is not zero.
    used |= ((0 &- level) &>> 15) & bit
    return signed
  }
}
