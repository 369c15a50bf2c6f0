/// The levels of eight blocks and their coefficients as a decoder restores them.
struct VP8QuantisedOctet {
  /// Vector `i` holds the levels at position `i` of the coding order (13), one block a lane.
  private(set) var levels = VP8BlockOctet()
  /// One past the last position that is not zero, by lane.
  private(set) var ends = SIMD8<Int16>(repeating: 0)
  /// Whether all levels are zero.
  var isZero: Bool { ends.max() == 0 }
  /// Whether no level but those at position 0 is different from zero.
  var hasFirstOnly: Bool { ends.max() <= 1 }

  /// Nothing but zeros.
  init() {}

  /// Quantises positions `first`…15 of `blocks`, and leaves in `blocks` what comes back from that.
  /// Coefficient 0 is left alone when `first` is 1.
  @inline(__always)
  init(_ blocks: inout VP8BlockOctet, _ plane: VP8Quantiser.Plane, from first: Int) {
    if first == 0 { quantise(&blocks, at: 0, from: 0, plane.first) }
    let order = VP8ScanOrder.raster
    for position in 1..<16 {
      quantise(&blocks, at: position, from: Int(order[position]), plane.other)
    }
  }

  /// Quantises only coefficient 0, and drops the others.
  @inline(__always)
  init(firstOf blocks: inout VP8BlockOctet, _ plane: VP8Quantiser.Plane) {
    quantise(&blocks, at: 0, from: 0, plane.first)
  }

  /// The levels block by block: vectors 2·b and 2·b + 1 are the two halves of block `b`, in coding
  /// order.
  @inline(__always)
  var byBlock: InlineArray<16, SIMD8<Int16>> {
    // Four perfect shuffles of all 128 levels turn position-major into block-major.
    var (from, to) = (levels.values, levels.values)
    for _ in 0..<4 {
      for i in 0..<8 {
        to[i * 2] = from[i].lowInterleaved(from[i + 8])
        to[i * 2 + 1] = from[i].highInterleaved(from[i + 8])
      }
      from = to
    }
    return from
  }

  @inline(__always)
  private mutating func quantise(
    _ blocks: inout VP8BlockOctet, at position: Int, from index: Int, _ step: VP8Quantiser.Step
  ) {
    let value = blocks[index]
    let sign = value &>> 15
    let size = SIMD8<UInt16>(truncatingIfNeeded: (value ^ sign) &- sign)
    let rounded = SIMD8<UInt32>(truncatingIfNeeded: size &+ step.rounding)
    let quotient = (rounded &* SIMD8<UInt32>(repeating: UInt32(step.reciprocal))) &>> 16
    let level = SIMD8<Int16>(truncatingIfNeeded: quotient)
    let signed = (level ^ sign) &- sign
    levels[position] = signed
    blocks[index] = signed &* step.step
    // All ones where the level is not zero.
    let mask = (SIMD8(repeating: 0) &- level) &>> 15
    ends = pointwiseMax(ends, mask & Int16(truncatingIfNeeded: position + 1))
  }
}

/// The order in which the coefficients of a block are coded (RFC 6386, 13).
enum VP8ScanOrder {
  /// Raster index by position.
  @inline(__always)
  static var raster: InlineArray<16, UInt8> {
    [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]
  }
}
