/// Prediction of whole macroblocks (RFC 6386, 12.2 and 12.3).
extension VP8Edges {
  /// Fills the 16 rows of luma.
  func predictLuma(_ mode: VP8LumaMode, into samples: inout VP8Samples) {
    switch mode {
    case .dc:
      let average = SIMD16(repeating: average.luma)
      for y in 0..<16 { samples[y] = average }
    case .vertical:
      for y in 0..<16 { samples[y] = lumaAbove }
    case .horizontal:
      for y in 0..<16 { samples[y] = SIMD16(repeating: lumaLeft[y]) }
    case .trueMotion:
      let slope = lumaAbove.minus(SIMD16(repeating: lumaCorner))
      for y in 0..<16 { samples[y] = SIMD16(repeating: lumaLeft[y]).plus(slope) }
    }
  }

  /// Fills the 8 rows of chroma.
  func predictChroma(_ mode: VP8ChromaMode, into samples: inout VP8Samples) {
    switch mode {
    case .dc:
      let average = average.chromaRow
      for y in 0..<8 { samples[16 + y] = average }
    case .vertical:
      for y in 0..<8 { samples[16 + y] = chromaAbove }
    case .horizontal:
      for y in 0..<8 { samples[16 + y] = Self.pair(chromaLeft[y], chromaLeft[y + 8]) }
    case .trueMotion:
      let slope = chromaAbove.minus(Self.pair(blueCorner, redCorner))
      for y in 0..<8 {
        samples[16 + y] = Self.pair(chromaLeft[y], chromaLeft[y + 8]).plus(slope)
      }
    }
  }

  /// What DC prediction of all planes gives.
  var average: VP8Colour {
    let above = UInt32(SIMD16<UInt16>(truncatingIfNeeded: lumaAbove).wrappedSum())
    let left = UInt32(SIMD16<UInt16>(truncatingIfNeeded: lumaLeft).wrappedSum())
    return VP8Colour(
      luma: average(above: above, left: left, shift: 4),
      blue: chromaAverage(above: chromaAbove.lowHalf, left: chromaLeft.lowHalf),
      red: chromaAverage(above: chromaAbove.highHalf, left: chromaLeft.highHalf))
  }

  private func chromaAverage(above: SIMD8<UInt8>, left: SIMD8<UInt8>) -> UInt8 {
    average(
      above: UInt32(SIMD8<UInt16>(truncatingIfNeeded: above).wrappedSum()),
      left: UInt32(SIMD8<UInt16>(truncatingIfNeeded: left).wrappedSum()), shift: 3)
  }

  /// The rounded average of the edges that exist, each of 2^`shift` samples; 128 without any.
  private func average(above: UInt32, left: UInt32, shift: UInt32) -> UInt8 {
    switch (hasAbove, hasLeft) {
    case (true, true): UInt8(truncatingIfNeeded: (above + left + 1 << shift) >> (shift + 1))
    case (true, false): UInt8(truncatingIfNeeded: (above + 1 << (shift - 1)) >> shift)
    case (false, true): UInt8(truncatingIfNeeded: (left + 1 << (shift - 1)) >> shift)
    case (false, false): 128
    }
  }

  private static func pair(_ blue: UInt8, _ red: UInt8) -> SIMD16<UInt8> {
    SIMD16(lowHalf: SIMD8(repeating: blue), highHalf: SIMD8(repeating: red))
  }
}
