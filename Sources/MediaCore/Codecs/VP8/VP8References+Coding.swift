/// What coding a macroblock came to.
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
