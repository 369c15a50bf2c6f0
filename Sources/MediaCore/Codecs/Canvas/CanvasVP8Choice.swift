/// Chooses how a macroblock is predicted, by what decoders would show and what it costs to say so.
struct CanvasVP8Choice {
  let residual: VP8Residual
  let costs: VP8TokenCosts
  let step: Int32
  /// Squared error that a bit is worth.
  let lambda: Int64
  /// A repeated macroblock may be off by this much in any sample: what coding leaves anyway.
  private let closeness: UInt8
  private let keyFrame: Modes
  private let otherFrame: Modes

  /// What modes cost in a kind of frame.
  struct Modes {
    let subblocks: VP8SubblockSearch
    /// Of whole macroblocks, in absolute differences.
    let luma: SIMD4<Int32>
    let chroma: SIMD4<Int32>
    /// In 256ths of a bit, that a macroblock is predicted within the frame.
    let intra: Int64

    var costs: VP8ModeCosts { subblocks.modes }

    init(isKeyFrame: Bool, tokens: VP8TokenCosts, step: Int32, lambda: Int64, intra: Int64) {
      let costs = VP8ModeCosts(isKeyFrame: isKeyFrame)
      // A bit is worth a quarter of a step.
      func inDifferences(_ bits: [Int32]) -> SIMD4<Int32> {
        (SIMD4(bits[0], bits[1], bits[2], bits[3]) &* step) &>> 10
      }
      // A bit of a subblock's mode is worth a sixth of a step: at a quarter, boards lose 0.05 dB.
      subblocks = VP8SubblockSearch(
        modes: costs, tokens: tokens, lambda: lambda, difference: max(1_536 / step, 1))
      luma = inDifferences(costs.luma)
      chroma = inDifferences(costs.chroma)
      self.intra = intra
    }
  }

  /// A way to code a macroblock, tried out.
  struct Trial {
    var prediction: VP8Prediction
    var samples = VP8Samples()
    var levels: Int32?
    var cost = Int64.max
    /// What it leaves to its neighbours.
    var surroundings: VP8Surroundings
  }

  init(residual: VP8Residual, costs: VP8TokenCosts) {
    self.residual = residual
    self.costs = costs
    step = Int32(residual.quantiser.luma.other.step)
    let step = Int64(step)
    // Squared error falls by about a sixteenth of the step squared for each bit at this rate.
    lambda = max(step * step / 24, 1)
    closeness = UInt8(min(max(step / 16, 1), 255))
    keyFrame = Modes(
      isKeyFrame: true, tokens: costs, step: self.step, lambda: lambda, intra: 0)
    otherFrame = Modes(
      isKeyFrame: false, tokens: costs, step: self.step, lambda: lambda, intra: 2 * 256)
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
    if references.error(of: source, from: .last, column: column, row: row, within: closeness) != nil
    {
      return .unchanged
    }
    for kept in [VP8Reference.golden, .alternate] {
      guard references.differsFromLast(kept, column: column, row: row),
        repeats(source, kept, column: column, row: row, references)
      else { continue }
      references.repeatMacroblock(of: kept, column: column, row: row)
      return .coded(
        VP8Macroblock(
          column: Int32(column), row: Int32(row), prediction: .inter(kept, .zero), levels: nil))
    }
    let first = Int32(levels.rows)
    let edges = references.edges(column: column, row: row)
    if let plain = plainGround(source, edges, &levels) {
      return .coded(
        finish(plain, from: first, column: column, row: row, in: &references, &levels))
    }
    return nil
  }

  /// The cheapest of LAST and the neighbours, with all that is to be added.
  func best(
    _ source: borrowing VP8Samples, column: Int, row: Int, _ moved: VP8MotionVector,
    in references: inout VP8References, _ levels: inout VP8Levels
  ) -> VP8Macroblock {
    let first = Int32(levels.rows)
    let edges = references.edges(column: column, row: row)
    let last = references.samples(.last, column: column, row: row)
    let distance = source.lumaDistance(from: last) + source.chromaDistance(from: last)
    let neighbours = prediction(of: source, edges, otherFrame)
    var best = Trial(prediction: .inter(.last, moved), surroundings: VP8Surroundings())
    // Where something new covers what was there, the neighbours know more of it.
    if neighbours.distance * 2 >= distance {
      attempt(&best, source, last, bits: 256, &levels)
    }
    improve(&best, source, edges, neighbours, otherFrame, beating: distance, &levels)
    return finish(best, from: first, column: column, row: row, in: &references, &levels)
  }

  /// A first look: averages of 4×4 blocks on LAST. Where that shows lines, these would stay, for
  /// averages cannot take them away; then on the average of the neighbours if that is better.
  func preview(
    _ source: borrowing VP8Samples, column: Int, row: Int, _ moved: VP8MotionVector,
    in references: inout VP8References, _ levels: inout VP8Levels
  ) -> VP8Macroblock {
    let first = Int32(levels.rows)
    let last = references.samples(.last, column: column, row: row)
    var best = Trial(prediction: .inter(.last, moved), surroundings: VP8Surroundings())
    attempt(&best, source, last, .averages, bits: 256, &levels)
    if last.flatColour == nil {
      let average = references.edges(column: column, row: row).average
      var trial = Trial(
        prediction: .intra(luma: .dc, chroma: .dc), surroundings: VP8Surroundings())
      attempt(&trial, source, VP8Samples(average), .averages, bits: 4 * 256, &levels)
      if trial.cost < best.cost { best = trial }
    }
    return finish(best, from: first, column: column, row: row, in: &references, &levels)
  }

  /// Codes a macroblock on a prediction, to see what it costs.
  ///
  /// - Parameter bits: in 256ths, to state the prediction.
  private func attempt(
    _ trial: inout Trial, _ source: borrowing VP8Samples, _ predicted: borrowing VP8Samples,
    _ detail: VP8Residual.Detail = .all, bits: Int64, _ levels: inout VP8Levels
  ) {
    trial.levels = residual.code(
      source, from: predicted, detail, reconstruction: &trial.samples, levels: &levels)
    let tokens = trial.levels.map { costs.cost(of: levels, row: $0, hasY2: true) } ?? 0
    trial.cost = cost(of: source.squaredError(from: trial.samples), bits: Int64(tokens) + bits)
  }

  /// A macroblock of one colour, when it can be exactly that: what was erased must leave no ghost,
  /// and on what is there the last traces would be smaller than a quantiser's dead zone.
  private func plainGround(
    _ source: borrowing VP8Samples, _ edges: borrowing VP8Edges, _ levels: inout VP8Levels
  ) -> Trial? {
    guard let colour = source.flatColour else { return nil }
    let trial = plain(colour, edges, &levels)
    return trial.samples.equals(source) ? trial : nil
  }

  /// One colour on the average of the neighbours.
  private func plain(
    _ colour: VP8Colour, _ edges: borrowing VP8Edges, _ levels: inout VP8Levels
  ) -> Trial {
    var trial = Trial(
      prediction: .intra(luma: .dc, chroma: .dc), surroundings: VP8Surroundings())
    trial.levels = residual.code(
      colour, on: edges.average, reconstruction: &trial.samples, levels: &levels)
    return trial
  }

  /// Codes a macroblock from its neighbours alone.
  ///
  /// - Parameter surroundings: Become what the macroblock leaves to its neighbours.
  func codeIntra(
    _ source: borrowing VP8Samples, column: Int, row: Int, _ surroundings: inout VP8Surroundings,
    in references: inout VP8References, _ levels: inout VP8Levels
  ) -> VP8Macroblock {
    let edges = references.edges(column: column, row: row)
    var best = Trial(prediction: .intra(luma: .dc, chroma: .dc), surroundings: surroundings)
    let first = Int32(levels.rows)
    if source.isFlat(edges.average) {
      best.samples = copy source
    } else {
      improve(
        &best, source, edges, prediction(of: source, edges, keyFrame), keyFrame, beating: .max,
        &levels)
    }
    surroundings = best.surroundings
    surroundings.note(best.prediction)
    if best.levels == nil { surroundings.skip(hasY2: best.prediction.hasY2) }
    return finish(best, from: first, column: column, row: row, in: &references, &levels)
  }

  /// Codes a macroblock of one colour on the average of its neighbours.
  func codePlain(
    _ colour: VP8Colour, column: Int, row: Int, in references: inout VP8References,
    _ levels: inout VP8Levels
  ) -> VP8Macroblock {
    let first = Int32(levels.rows)
    let trial = plain(colour, references.edges(column: column, row: row), &levels)
    return finish(trial, from: first, column: column, row: row, in: &references, &levels)
  }

  /// Squared error, and bits (in 256ths) at what they are worth.
  @inline(__always)
  func cost(of error: Int32, bits: Int64) -> Int64 {
    Int64(error) + (bits * lambda) >> 8
  }

  /// Whether a kept picture shows the source as well as coding would.
  private func repeats(
    _ source: borrowing VP8Samples, _ kept: VP8Reference, column: Int, row: Int,
    _ references: borrowing VP8References
  ) -> Bool {
    let largest = UInt8(min(step * 3 / 2, 255))
    guard
      let error = references.error(
        of: source, from: kept, column: column, row: row, within: largest)
    else { return false }
    // 384 samples with the error of a rounded level each, and some for the dead zone.
    return error <= 384 * step * step / 40
  }

  /// Takes a trial over; of the rows of levels from `first` on its own remains.
  private func finish(
    _ trial: Trial, from first: Int32, column: Int, row: Int, in references: inout VP8References,
    _ levels: inout VP8Levels
  ) -> VP8Macroblock {
    references.store(trial.samples, column: column, row: row)
    if let kept = trial.levels {
      levels.keep(kept, from: first)
    } else {
      levels.removeRows(from: first)
    }
    return VP8Macroblock(
      column: Int32(column), row: Int32(row), prediction: trial.prediction,
      levels: trial.levels == nil ? nil : first)
  }
}
