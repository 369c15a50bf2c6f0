@testable import MediaCore

/// What coding a macroblock by order came to: sessions of random modes say how each is predicted,
/// where the encoder chooses.
struct VP8CodedMacroblock: Sendable {
  var macroblock: VP8Macroblock
  /// Sum of squared differences between the source and what decoders show, over all planes.
  var squaredError: Int32
}

extension VP8References {
  /// Codes a macroblock and rebuilds it in LAST.
  ///
  /// A vector that is not zero means the pan that LAST has been moved by already.
  mutating func code(
    _ source: borrowing VP8Samples, column: Int, row: Int, _ prediction: VP8Prediction,
    _ residual: VP8Residual, detail: VP8Residual.Detail = .all, levels: inout VP8Levels
  ) -> VP8CodedMacroblock {
    var result = VP8Samples()
    let number: Int32?
    switch prediction {
    case .inter(let reference, _):
      number = residual.code(
        source, from: samples(reference, column: column, row: row), detail,
        reconstruction: &result, levels: &levels)
    case .intra(let luma, let chroma):
      let predicted = intraPrediction(column: column, row: row, luma: luma, chroma: chroma)
      number = residual.code(
        source, from: predicted, detail, reconstruction: &result, levels: &levels)
    case .subblocks(let modes, let chroma):
      let edges = edges(column: column, row: row)
      var predicted = VP8Samples()
      edges.predictChroma(chroma, into: &predicted)
      number = residual.code(
        source, modes, edges: edges, chroma: predicted, reconstruction: &result, levels: &levels)
    }
    return finish(source, result, column: column, row: row, prediction, number)
  }

  /// The prediction of a whole macroblock from its rebuilt neighbours.
  func intraPrediction(
    column: Int, row: Int, luma: VP8LumaMode, chroma: VP8ChromaMode
  ) -> VP8Samples {
    var samples = VP8Samples()
    let edges = edges(column: column, row: row)
    edges.predictLuma(luma, into: &samples)
    edges.predictChroma(chroma, into: &samples)
    return samples
  }

  private mutating func finish(
    _ source: borrowing VP8Samples, _ result: borrowing VP8Samples, column: Int, row: Int,
    _ prediction: VP8Prediction, _ levels: Int32?
  ) -> VP8CodedMacroblock {
    store(result, column: column, row: row)
    return VP8CodedMacroblock(
      macroblock: VP8Macroblock(
        column: Int32(column), row: Int32(row), prediction: prediction, levels: levels),
      squaredError: source.squaredError(from: result))
  }
}

extension VP8Residual {
  /// Codes a macroblock of subblocks with given modes.
  /// - Returns: The row of levels as in `code(_:from:)`.
  func code(
    _ source: borrowing VP8Samples, _ modes: InlineSubblockModes, edges: borrowing VP8Edges,
    chroma prediction: borrowing VP8Samples, reconstruction: inout VP8Samples,
    levels: inout VP8Levels
  ) -> Int32? {
    var canvas = VP8SubblockCanvas(edges)
    let row = levels.appendRow()
    var isZero = true
    for index in 0..<16 {
      let prediction = canvas.edge(of: index).prediction(modes[index])
      let (end, _) = code(
        source.subblock(index), index, prediction, on: &canvas, levels: &levels, row: row)
      if end > 0 { isZero = false }
    }
    canvas.read(into: &reconstruction)
    let chroma = codeChroma(source, from: prediction, reconstruction: &reconstruction)
    levels.store(chroma, row: row, order: VP8Levels.chroma)
    guard !isZero || !chroma.isZero else {
      levels.removeLastRow()
      return nil
    }
    return row
  }
}
