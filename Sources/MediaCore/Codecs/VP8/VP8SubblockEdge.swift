/// The 13 samples around a 4×4 subblock and the ten predictions made from them (RFC 6386, 12.3).
///
/// The edge runs from the bottom of the left column up, through the corner, and along the row above:
/// left 3, 2, 1, 0, corner, above 0…7. Every slanted prediction picks from two rows: the averages of
/// two neighbours and those of three.
struct VP8SubblockEdge {
  private let edge: SIMD16<UInt8>
  private let twos: SIMD16<UInt8>
  private let threes: SIMD16<UInt8>

  /// `above` holds eight samples, the four above the subblock and the four right of those; `left`
  /// four from top to bottom.
  init(above: SIMD8<UInt8>, left: SIMD4<UInt8>, corner: UInt8) {
    // Lane 13 repeats the last sample above; 14 and 15 hold the lowest one to the left, which the
    // upward mode needs as it is.
    let edge = SIMD16<UInt8>(
      left[3], left[2], left[1], left[0], corner, above[0], above[1], above[2], above[3], above[4],
      above[5], above[6], above[7], above[7], left[3], left[3])
    self.edge = edge
    let before = SIMD16<UInt16>(
      truncatingIfNeeded: SIMD16(
        edge[0], edge[0], edge[1], edge[2], edge[3], edge[4], edge[5], edge[6], edge[7], edge[8],
        edge[9], edge[10], edge[11], edge[12], edge[13], edge[14]))
    let after = SIMD16<UInt16>(
      truncatingIfNeeded: SIMD16(
        edge[1], edge[2], edge[3], edge[4], edge[5], edge[6], edge[7], edge[8], edge[9], edge[10],
        edge[11], edge[12], edge[13], edge[14], edge[15], edge[15]))
    let here = SIMD16<UInt16>(truncatingIfNeeded: edge)
    twos = SIMD16(truncatingIfNeeded: (here &+ after &+ 1) &>> 1)
    threes = SIMD16(truncatingIfNeeded: (before &+ here &+ here &+ after &+ 2) &>> 2)
  }

  /// The prediction in raster order.
  func prediction(_ mode: VP8SubblockMode) -> SIMD16<UInt8> {
    let (a, b) = (twos, threes)
    switch mode {
    case .dc:
      var sum: UInt32 = 4
      for i in 0..<4 { sum += UInt32(edge[i]) + UInt32(edge[5 + i]) }
      return SIMD16(repeating: UInt8(truncatingIfNeeded: sum >> 3))
    case .trueMotion:
      let above = Self.everyRow(edge[5], edge[6], edge[7], edge[8])
      let left = Self.everyColumn(edge[3], edge[2], edge[1], edge[0])
      let slope = above.minus(SIMD16(repeating: edge[4]))
      return left.plus(slope)
    case .vertical:
      return Self.everyRow(b[5], b[6], b[7], b[8])
    case .horizontal:
      return Self.everyColumn(b[3], b[2], b[1], b[0])
    case .leftDown:
      return SIMD16(
        b[6], b[7], b[8], b[9], b[7], b[8], b[9], b[10], b[8], b[9], b[10], b[11], b[9], b[10],
        b[11], b[12])
    case .rightDown:
      return SIMD16(
        b[4], b[5], b[6], b[7], b[3], b[4], b[5], b[6], b[2], b[3], b[4], b[5], b[1], b[2], b[3],
        b[4])
    case .verticalRight:
      return SIMD16(
        a[4], a[5], a[6], a[7], b[4], b[5], b[6], b[7], b[3], a[4], a[5], a[6], b[2], b[4], b[5],
        b[6])
    case .verticalLeft:
      return SIMD16(
        a[5], a[6], a[7], a[8], b[6], b[7], b[8], b[9], a[6], a[7], a[8], b[10], b[7], b[8], b[9],
        b[11])
    case .horizontalDown:
      return SIMD16(
        a[3], b[4], b[5], b[6], a[2], b[3], a[3], b[4], a[1], b[2], a[2], b[3], a[0], b[1], a[1],
        b[2])
    case .horizontalUp:
      return SIMD16(
        a[2], b[2], a[1], b[1], a[1], b[1], a[0], b[0], a[0], b[0], a[14], a[14], a[14], a[14],
        a[14], a[14])
    }
  }

  private static func everyRow(
    _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8
  ) -> SIMD16<UInt8> {
    SIMD16(a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d)
  }

  private static func everyColumn(
    _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8
  ) -> SIMD16<UInt8> {
    SIMD16(a, a, a, a, b, b, b, b, c, c, c, c, d, d, d, d)
  }
}
