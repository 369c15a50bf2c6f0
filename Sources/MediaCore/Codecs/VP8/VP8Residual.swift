/// Codes what a macroblock differs from its prediction by (RFC 6386, 13 and 14).
///
/// Gives the levels to be written and the samples that every decoder rebuilds from them. Both depend
/// on source, prediction and quantiser alone.
struct VP8Residual: Equatable, Sendable {
  /// Which coefficients are sent.
  enum Detail: Equatable, Sendable {
    case all
    /// Only the average of each 4×4 block (Y2, and coefficient 0 of chroma): a first look at a
    /// fraction of the bytes.
    case averages
  }

  let quantiser: VP8Quantiser

  init(quantiser: VP8Quantiser) {
    self.quantiser = quantiser
  }

  /// Codes a macroblock whose luma DCs travel in Y2, which is any but one of subblocks.
  /// - Parameters:
  ///   - reconstruction: Becomes what decoders rebuild.
  ///   - levels: Gets a row when there is any level that is not zero.
  /// - Returns: The row's number; nil when all levels are zero and the macroblock is a skip.
  func code(
    _ source: borrowing VP8Samples, from prediction: borrowing VP8Samples, _ detail: Detail = .all,
    reconstruction: inout VP8Samples, levels: inout VP8Levels
  ) -> Int32? {
    let row = levels.appendRow()
    let luma = codeLuma(
      source, from: prediction, detail, reconstruction: &reconstruction, levels: &levels, row: row)
    let chroma = codeChroma(
      source, from: prediction, detail, reconstruction: &reconstruction)
    levels.store(chroma, row: row, order: VP8Levels.chroma)
    guard luma || !chroma.isZero else {
      levels.removeLastRow()
      return nil
    }
    return row
  }

  /// Codes the luma of such a macroblock into a row of zeros.
  /// - Returns: Whether any level is not zero.
  func codeLuma(
    _ source: borrowing VP8Samples, from prediction: borrowing VP8Samples, _ detail: Detail = .all,
    reconstruction: inout VP8Samples, levels: inout VP8Levels, row: Int32
  ) -> Bool {
    var upper = VP8BlockOctet(source, minus: prediction, from: 0)
    var lower = VP8BlockOctet(source, minus: prediction, from: 8)
    let upperLevels: VP8QuantisedOctet
    let lowerLevels: VP8QuantisedOctet
    switch detail {
    case .all:
      VP8Transform.forward(&upper)
      VP8Transform.forward(&lower)
      upperLevels = VP8QuantisedOctet(&upper, quantiser.luma, skipsFirst: true)
      lowerLevels = VP8QuantisedOctet(&lower, quantiser.luma, skipsFirst: true)
    case .averages:
      VP8Transform.forwardFirst(&upper)
      VP8Transform.forwardFirst(&lower)
      upperLevels = VP8QuantisedOctet()
      lowerLevels = VP8QuantisedOctet()
    }
    var second = VP8Subblock(
      values: VP8SecondTransform.forward(
        SIMD16(lowHalf: upper.row0.0, highHalf: lower.row0.0)))
    let (secondLevels, secondEnd) = second.quantise(quantiser.second)
    let averages = VP8SecondTransform.inverse(second.values)
    upper.row0.0 = averages.lowHalf
    lower.row0.0 = averages.highHalf
    Self.rebuild(&upper, upperLevels, prediction, from: 0, into: &reconstruction)
    Self.rebuild(&lower, lowerLevels, prediction, from: 8, into: &reconstruction)
    levels.store(secondLevels, end: secondEnd, row: row, block: VP8Levels.y2)
    levels.store(upperLevels, row: row, order: VP8Levels.upperLuma)
    levels.store(lowerLevels, row: row, order: VP8Levels.lowerLuma)
    return secondEnd > 0 || !upperLevels.isZero || !lowerLevels.isZero
  }

  /// Codes the chroma of any macroblock.
  func codeChroma(
    _ source: borrowing VP8Samples, from prediction: borrowing VP8Samples, _ detail: Detail = .all,
    reconstruction: inout VP8Samples
  ) -> VP8QuantisedOctet {
    var chroma = VP8BlockOctet(source, minus: prediction, from: 16)
    let levels: VP8QuantisedOctet
    switch detail {
    case .all:
      VP8Transform.forward(&chroma)
      levels = VP8QuantisedOctet(&chroma, quantiser.chroma, skipsFirst: false)
    case .averages:
      VP8Transform.forwardFirst(&chroma)
      levels = VP8QuantisedOctet(firstOf: &chroma, quantiser.chroma)
    }
    Self.rebuild(&chroma, levels, prediction, from: 16, into: &reconstruction)
    return levels
  }

  /// Codes a macroblock against ground of one colour. The result is the one of the general way and
  /// depends on the source's samples alone; a source of one colour takes a shortcut.
  func code(
    _ source: borrowing VP8Samples, on ground: VP8Colour, _ detail: Detail = .all,
    reconstruction: inout VP8Samples, levels: inout VP8Levels
  ) -> Int32? {
    if let colour = source.flatColour {
      return code(colour, on: ground, reconstruction: &reconstruction, levels: &levels)
    }
    return code(
      source, from: VP8Samples(ground), detail, reconstruction: &reconstruction, levels: &levels)
  }

  /// One colour on another: only the first coefficients of Y2 and chroma are not zero.
  func code(
    _ colour: VP8Colour, on ground: VP8Colour, reconstruction: inout VP8Samples,
    levels: inout VP8Levels
  ) -> Int32? {
    // A difference d is 8·d as a block's first coefficient, and 64·d as Y2's.
    let luma = quantiser.second.first.quantise((Int32(colour.luma) - Int32(ground.luma)) * 64)
    let blue = quantiser.chroma.first.quantise((Int32(colour.blue) - Int32(ground.blue)) * 8)
    let red = quantiser.chroma.first.quantise((Int32(colour.red) - Int32(ground.red)) * 8)
    let average = (luma.restored + 3) >> 3
    reconstruction = VP8Samples(
      VP8Colour(
        luma: Self.clamped(Int32(ground.luma) + (average + 4) >> 3),
        blue: Self.clamped(Int32(ground.blue) + (blue.restored + 4) >> 3),
        red: Self.clamped(Int32(ground.red) + (red.restored + 4) >> 3)))
    if luma.level == 0 && blue.level == 0 && red.level == 0 { return nil }
    let row = levels.appendRow()
    levels.storeFirst(luma.level, row: row, block: VP8Levels.y2)
    for block in 16..<20 {
      levels.storeFirst(blue.level, row: row, block: block)
      levels.storeFirst(red.level, row: row, block: block + 4)
    }
    return row
  }

  @inline(__always)
  private static func rebuild(
    _ blocks: inout VP8BlockOctet, _ levels: borrowing VP8QuantisedOctet,
    _ prediction: borrowing VP8Samples, from first: Int, into reconstruction: inout VP8Samples
  ) {
    if levels.hasFirstOnly {
      if blocks.row0.0.anyLane == 0 {
        reconstruction.copyOctet(from: prediction, first)
        return
      }
      VP8Transform.inverseOfFirst(&blocks)
    } else {
      VP8Transform.inverse(&blocks)
    }
    blocks.add(to: prediction, from: first, into: &reconstruction)
  }

  private static func clamped(_ value: Int32) -> UInt8 { UInt8(min(max(value, 0), 255)) }
}
