/// Chooses how a macroblock is predicted, by what decoders would show and what it costs to say so.
struct CanvasVP8Choice {
  let residual: VP8Residual
  let costs: VP8TokenCosts
  /// Squared error that a bit is worth, in 256ths.
  private let lambda: Int64
  /// A repeated macroblock may be off by this much in any sample: what coding leaves anyway.
  private let closeness: UInt8
  /// What it costs to say a subblock's mode, in absolute differences.
  private let subblockCosts: SIMD16<Int32>

  /// A way to code a macroblock, tried out.
  private struct Trial {
    var prediction: VP8Prediction
    var samples = VP8Samples()
    var levels: Int32?
    var cost = Int64.max
  }

  init(residual: VP8Residual, costs: VP8TokenCosts) {
    self.residual = residual
    self.costs = costs
    let step = Int64(residual.quantiser.luma.other.step)
    // Squared error falls by about a sixteenth of the step squared for each bit at this rate.
    lambda = max(step * step / 24, 1)
    closeness = UInt8(min(max(step / 16, 1), 255))
    // The rarer modes take some six bits, and a bit is worth about a quarter of a step.
    let bit = Int32(max(step / 4, 1))
    var costs = SIMD16<Int32>(repeating: bit * 5)
    costs[Int(VP8SubblockMode.dc.rawValue)] = bit
    costs[Int(VP8SubblockMode.trueMotion.rawValue)] = bit * 2
    costs[Int(VP8SubblockMode.vertical.rawValue)] = bit * 3
    costs[Int(VP8SubblockMode.horizontal.rawValue)] = bit * 3
    subblockCosts = costs
  }

  /// Codes a macroblock of a frame on what is there; nil when that is good enough as it is.
  ///
  /// - Parameter moved: the pan by which LAST has been moved already.
  func code(
    _ source: borrowing VP8Samples, column: Int, row: Int, moved: VP8MotionVector = .zero,
    in references: inout VP8References, _ levels: inout VP8Levels
  ) -> VP8Macroblock? {
    switch shortcut(source, column: column, row: row, in: &references, &levels) {
    case .unchanged: nil
    case .coded(let macroblock): macroblock
    case .none: best(source, column: column, row: row, moved, in: &references, &levels)
    }
  }

  /// What needs no search.
  enum Shortcut {
    /// Good enough as it is.
    case unchanged
    case coded(VP8Macroblock)
  }

  /// What is there already, what a kept picture shows, and plain ground.
  func shortcut(
    _ source: borrowing VP8Samples, column: Int, row: Int, in references: inout VP8References,
    _ levels: inout VP8Levels
  ) -> Shortcut? {
    let last = references.last.samples(column: column, row: row)
    if source.largestDifference(from: last) <= closeness { return .unchanged }
    for kept in [VP8Reference.golden, .alternate]
    where references.differsFromLast(kept, column: column, row: row) {
      let samples = references.samples(kept, column: column, row: row)
      guard repeats(source, samples) else { continue }
      references.repeatMacroblock(of: kept, column: column, row: row)
      return .coded(
        VP8Macroblock(
          column: Int32(column), row: Int32(row), prediction: .inter(kept, .zero), levels: nil))
    }
    if let plain = plainGround(source, column: column, row: row, references, &levels) {
      return .coded(finish(plain, column: column, row: row, in: &references))
    }
    return nil
  }

  /// The cheapest of LAST and the neighbours, with all that is to be added.
  func best(
    _ source: borrowing VP8Samples, column: Int, row: Int, _ moved: VP8MotionVector,
    in references: inout VP8References, _ levels: inout VP8Levels
  ) -> VP8Macroblock {
    let last = references.last.samples(column: column, row: row)
    var best = attempt(.inter(.last, moved), source, last, bits: 1, &levels)
    let distance = source.lumaDistance(from: last) + source.chromaDistance(from: last)
    improve(&best, source, beating: distance, column: column, row: row, references, &levels)
    return finish(best, column: column, row: row, in: &references)
  }

  /// A first look: averages of 4×4 blocks on LAST. Where that shows lines, these would stay, for
  /// averages cannot take them away; then on the average of the neighbours if that is better.
  func preview(
    _ source: borrowing VP8Samples, column: Int, row: Int, _ moved: VP8MotionVector,
    in references: inout VP8References, _ levels: inout VP8Levels
  ) -> VP8Macroblock {
    let last = references.last.samples(column: column, row: row)
    var best = attempt(.inter(.last, moved), source, last, .averages, bits: 1, &levels)
    if last.flatColour == nil {
      let plain = references.intraPrediction(column: column, row: row, luma: .dc, chroma: .dc)
      keep(
        attempt(.intra(luma: .dc, chroma: .dc), source, plain, .averages, bits: 4, &levels),
        in: &best)
    }
    return finish(best, column: column, row: row, in: &references)
  }

  /// A macroblock of one colour, when it can be exactly that: what was erased must leave no ghost,
  /// and on what is there the last traces would be smaller than a quantiser's dead zone.
  private func plainGround(
    _ source: borrowing VP8Samples, column: Int, row: Int, _ references: borrowing VP8References,
    _ levels: inout VP8Levels
  ) -> Trial? {
    guard source.flatColour != nil else { return nil }
    let predicted = references.intraPrediction(
      column: column, row: row, luma: .dc, chroma: .dc)
    let trial = attempt(
      .intra(luma: .dc, chroma: .dc), source, predicted, bits: 4, &levels)
    return trial.samples.equals(source) ? trial : nil
  }

  /// Codes a macroblock from its neighbours alone.
  func codeIntra(
    _ source: borrowing VP8Samples, column: Int, row: Int, in references: inout VP8References,
    _ levels: inout VP8Levels
  ) -> VP8Macroblock {
    let plain = references.intraPrediction(column: column, row: row, luma: .dc, chroma: .dc)
    if source.equals(plain) {
      references.store(plain, column: column, row: row)
      return VP8Macroblock(
        column: Int32(column), row: Int32(row), prediction: .intra(luma: .dc, chroma: .dc),
        levels: nil)
    }
    var best = attempt(.intra(luma: .dc, chroma: .dc), source, plain, bits: 2, &levels)
    if best.levels != nil {
      improve(&best, source, beating: .max, column: column, row: row, references, &levels)
    }
    return finish(best, column: column, row: row, in: &references)
  }

  /// Codes a macroblock of one colour on the average of its neighbours.
  func codePlain(
    _ source: borrowing VP8Samples, column: Int, row: Int, in references: inout VP8References,
    _ levels: inout VP8Levels
  ) -> VP8Macroblock {
    let predicted = references.intraPrediction(
      column: column, row: row, luma: .dc, chroma: .dc)
    let trial = attempt(
      .intra(luma: .dc, chroma: .dc), source, predicted, bits: 0, &levels)
    return finish(trial, column: column, row: row, in: &references)
  }

  /// Tries what the neighbours predict, where that promises more.
  private func improve(
    _ best: inout Trial, _ source: borrowing VP8Samples, beating distance: Int32, column: Int,
    row: Int, _ references: borrowing VP8References, _ levels: inout VP8Levels
  ) {
    let edges = references.last.edges(column: column, row: row)
    var predicted = VP8Samples()
    let luma = edges.bestLuma(for: source, into: &predicted)
    let chroma = edges.bestChroma(for: source, into: &predicted)
    if luma.distance + chroma.distance < distance {
      let prediction = VP8Prediction.intra(luma: luma.mode, chroma: chroma.mode)
      keep(attempt(prediction, source, predicted, bits: 4, &levels), in: &best)
    }
    // Subblocks follow edges that no 16×16 prediction has; they cost some 60 bits to say.
    guard best.cost > 80 * lambda else { return }
    var trial = Trial(prediction: best.prediction)
    edges.predictChroma(chroma.mode, into: &trial.samples)
    let (modes, number) = residual.codeSubblocks(
      source, .best(costs: subblockCosts), edges: edges, reconstruction: &trial.samples,
      levels: &levels)
    trial.prediction = .subblocks(modes, chroma: chroma.mode)
    trial.levels = number
    trial.cost = cost(source, trial.samples, number, hasY2: false, bits: 45, levels)
    keep(trial, in: &best)
  }

  private func attempt(
    _ prediction: VP8Prediction, _ source: borrowing VP8Samples,
    _ predicted: borrowing VP8Samples, _ detail: VP8Residual.Detail = .all, bits: Int64,
    _ levels: inout VP8Levels
  ) -> Trial {
    var trial = Trial(prediction: prediction)
    trial.levels = residual.code(
      source, from: predicted, detail, reconstruction: &trial.samples, levels: &levels)
    trial.cost = cost(source, trial.samples, trial.levels, hasY2: true, bits: bits, levels)
    return trial
  }

  private func keep(_ trial: Trial, in best: inout Trial) {
    if trial.cost < best.cost { best = trial }
  }

  /// Squared error, and bits at what they are worth.
  private func cost(
    _ source: borrowing VP8Samples, _ samples: borrowing VP8Samples, _ row: Int32?, hasY2: Bool,
    bits: Int64, _ levels: borrowing VP8Levels
  ) -> Int64 {
    let tokens = row.map { Int64(costs.cost(of: copy levels, row: $0, hasY2: hasY2)) } ?? 0
    return Int64(source.squaredError(from: samples)) + (tokens * lambda) >> 8 + bits * lambda
  }

  /// Whether a kept picture shows the source as well as coding would.
  private func repeats(
    _ source: borrowing VP8Samples, _ samples: borrowing VP8Samples
  ) -> Bool {
    let step = Int64(residual.quantiser.luma.other.step)
    // 384 samples with the error of a rounded level each, and some for the dead zone.
    let error = Int64(source.squaredError(from: samples))
    guard error <= 384 * step * step / 40 else { return false }
    return Int64(source.largestDifference(from: samples)) <= step * 3 / 2
  }

  private func finish(
    _ trial: Trial, column: Int, row: Int, in references: inout VP8References
  ) -> VP8Macroblock {
    references.store(trial.samples, column: column, row: row)
    return VP8Macroblock(
      column: Int32(column), row: Int32(row), prediction: trial.prediction, levels: trial.levels)
  }
}
