/// Macroblocks of 16 subblocks that are each predicted from the rebuilt ones before them
/// (RFC 6386, 12.3, B_PRED).
extension VP8Residual {
  /// How the modes of the subblocks come about.
  enum SubblockChoice: Sendable {
    case given(InlineSubblockModes)
    /// The mode whose absolute differences, plus what it costs to say it, are the smallest. Lane `i`
    /// is the cost of mode `i`, in differences summed over a subblock.
    case best(costs: SIMD16<Int32>)
  }

  /// Codes a macroblock of subblocks. The chroma rows of `reconstruction` hold its prediction.
  /// - Returns: The modes, and the row of levels as in `code(_:from:)`.
  func codeSubblocks(
    _ source: borrowing VP8Samples, _ choice: SubblockChoice, edges: borrowing VP8Edges,
    reconstruction: inout VP8Samples, levels: inout VP8Levels
  ) -> (modes: InlineSubblockModes, levels: Int32?) {
    var modes = InlineSubblockModes()
    var canvas = VP8SubblockCanvas(edges)
    let row = levels.appendRow()
    var isZero = true
    for index in 0..<16 {
      let edge = canvas.edge(of: index)
      let wanted = source.subblock(index)
      let (mode, prediction) = Self.choose(choice, index, wanted, edge)
      modes[index] = mode
      var block = VP8Subblock(values: wanted.minus(prediction))
      block.transform()
      let (blockLevels, end) = block.quantise(quantiser.luma)
      levels.store(blockLevels, end: end, row: row, block: index)
      if end == 0 {
        canvas.set(index, to: prediction)
      } else {
        isZero = false
        block.inverseTransform()
        canvas.set(index, to: prediction.plus(block.values))
      }
    }
    let prediction = reconstruction
    var chroma = VP8BlockOctet(source, minus: prediction, from: 16)
    VP8Transform.forward(&chroma)
    let chromaLevels = VP8QuantisedOctet(&chroma, quantiser.chroma, skipsFirst: false)
    Self.rebuild(&chroma, chromaLevels, prediction, from: 16, into: &reconstruction)
    if !chromaLevels.isZero {
      isZero = false
      levels.store(chromaLevels, row: row, order: VP8Levels.chroma)
    }
    canvas.read(into: &reconstruction)
    if isZero { levels.removeLastRow() }
    return (modes, isZero ? nil : row)
  }

  @inline(__always)
  private static func choose(
    _ choice: SubblockChoice, _ index: Int, _ wanted: SIMD16<UInt8>, _ edge: VP8SubblockEdge
  ) -> (VP8SubblockMode, SIMD16<UInt8>) {
    switch choice {
    case .given(let modes):
      return (modes[index], edge.prediction(modes[index]))
    case .best(let costs):
      var best = (VP8SubblockMode.dc, SIMD16<UInt8>(), Int32.max)
      for number in 0..<10 {
        guard let mode = VP8SubblockMode(rawValue: UInt8(number)) else { continue }
        let prediction = edge.prediction(mode)
        let cost = wanted.minus(prediction).magnitudes.sum &+ costs[number]
        if cost < best.2 { best = (mode, prediction, cost) }
      }
      return (best.0, best.1)
    }
  }
}
