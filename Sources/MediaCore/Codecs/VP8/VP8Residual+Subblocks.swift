/// Macroblocks of 16 subblocks that are each predicted from the rebuilt ones before them
/// (RFC 6386, 12.3, B_PRED).
extension VP8Residual {
  /// Codes the luma of a macroblock as subblocks into a row of zeros, each with the mode that
  /// promises the smallest error and bits.
  /// - Parameter surroundings: Become what the macroblock leaves, its chroma apart.
  /// - Returns: The modes, and error and bits in sum; nil as soon as they reach `limit`, with all
  ///   else unfinished.
  func searchSubblocks(
    _ source: borrowing VP8Samples, _ search: VP8SubblockSearch, below limit: Int64,
    edges: borrowing VP8Edges, _ surroundings: inout VP8Surroundings,
    reconstruction: inout VP8Samples, levels: inout VP8Levels, row: Int32
  ) -> (modes: InlineSubblockModes, cost: Int64)? {
    var modes = InlineSubblockModes()
    var canvas = VP8SubblockCanvas(edges)
    let (above, left) = (surroundings.above, surroundings.left)
    var contexts = (above: UInt32(above.blocks.bits), left: UInt32(left.blocks.bits))
    var (error, bits) = (Int64(0), Int64(0))
    for index in 0..<16 {
      let (column, line) = (UInt32(index & 3), UInt32(index >> 2))
      let wanted = source.subblock(index)
      let choice = search.choose(
        wanted, canvas.edge(of: index),
        above: index < 4 ? above.modes[index + 12] : modes[index - 4],
        left: index & 3 == 0 ? left.modes[index + 3] : modes[index - 1])
      modes[index] = choice.mode
      let (end, squares) = code(
        wanted, index, choice.prediction, on: &canvas, levels: &levels, row: row)
      let block = VP8CodedBlock(
        offset: Int(row) * VP8Levels.rowSize + index * 16, first: 0, end: Int(end), plane: 3,
        context: Int(contexts.above &>> column & 1 + contexts.left &>> line & 1))
      error += Int64(squares)
      bits += Int64(choice.bits) + Int64(search.tokens.cost(of: block, of: levels.values))
      if error + (bits * search.lambda) >> 8 >= limit { return nil }
      let mark: UInt32 = end > 0 ? 1 : 0
      contexts.above = contexts.above & ~(1 &<< column) | mark &<< column
      contexts.left = contexts.left & ~(1 &<< line) | mark &<< line
    }
    canvas.read(into: &reconstruction)
    surroundings.above.blocks.bits = UInt16(contexts.above)
    surroundings.left.blocks.bits = UInt16(contexts.left)
    return (modes, error + (bits * search.lambda) >> 8)
  }

  /// Codes one subblock, and rebuilds it on the canvas.
  /// - Returns: One past its last level that is not zero, and the sum of squared differences.
  @inline(__always)
  func code(
    _ wanted: SIMD16<UInt8>, _ index: Int, _ prediction: SIMD16<UInt8>,
    on canvas: inout VP8SubblockCanvas, levels: inout VP8Levels, row: Int32
  ) -> (end: UInt8, error: Int32) {
    let difference = wanted.minus(prediction)
    if (difference.lowHalf | difference.highHalf).anyLane == 0 {
      canvas.set(index, to: prediction)
      return (0, 0)
    }
    var block = VP8Subblock(values: difference)
    block.transform()
    let (blockLevels, end) = block.quantise(quantiser.luma)
    var result = prediction
    if end > 0 {
      levels.store(blockLevels, end: end, row: row, block: index)
      block.inverseTransform()
      result = prediction.plus(block.values)
    }
    canvas.set(index, to: result)
    var error = VP8SquareSum()
    error.add(wanted.minus(result))
    return (end, error.total)
  }
}
