/// The luma of one macroblock while it is rebuilt subblock by subblock, with the samples around it.
///
/// 17 rows of 24 samples: the row above first; in each row the column to the left at 3, the
/// macroblock from 4 on, and from 20 on what is right of it. Below the first row that is what stands
/// right of the row above the *macroblock*, for the macroblock to the right is not there yet
/// (RFC 6386, 12.3).
struct VP8SubblockCanvas {
  private static let stride = 24
  private var bytes = InlineArray<408, UInt8>(repeating: 0)

  init(_ edges: borrowing VP8Edges) {
    let (above, aboveRight, left) = (edges.lumaAbove, edges.lumaAboveRight, edges.lumaLeft)
    bytes[3] = edges.lumaCorner
    for y in 0..<16 { bytes[(y + 1) * Self.stride + 3] = left[y] }
    var span = bytes.mutableSpan
    span.store(above, at: 4)
    for y in 0..<4 { span.store(aboveRight, at: y * 4 * Self.stride + 20) }
  }

  func edge(of index: Int) -> VP8SubblockEdge {
    let above = index / 4 * 4 * Self.stride + index % 4 * 4 + 4
    let span = bytes.span
    let left = SIMD4<UInt8>(
      span[above + Self.stride - 1], span[above + 2 * Self.stride - 1],
      span[above + 3 * Self.stride - 1], span[above + 4 * Self.stride - 1])
    return VP8SubblockEdge(
      above: span.vector8(at: above), left: left, corner: span[above - 1])
  }

  mutating func set(_ index: Int, to block: SIMD16<UInt8>) {
    let start = (index / 4 * 4 + 1) * Self.stride + index % 4 * 4 + 4
    var span = bytes.mutableSpan
    span.store(block.lowHalf.lowHalf, at: start)
    span.store(block.lowHalf.highHalf, at: start + Self.stride)
    span.store(block.highHalf.lowHalf, at: start + 2 * Self.stride)
    span.store(block.highHalf.highHalf, at: start + 3 * Self.stride)
  }

  /// The rebuilt rows of luma.
  func read(into samples: inout VP8Samples) {
    let span = bytes.span
    for y in 0..<16 { samples[y] = span.vector16(at: (y + 1) * Self.stride + 4) }
  }
}
