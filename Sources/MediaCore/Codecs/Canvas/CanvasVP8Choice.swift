/// Chooses how a macroblock is predicted, by what decoders would show and what it costs to say so.
struct CanvasVP8Choice {
  let residual: VP8Residual
  let costs: VP8TokenCosts
  private let step: Int32
  /// Squared error that a bit is worth.
  private let lambda: Int64
  /// A repeated macroblock may be off by this much in any sample: what coding leaves anyway.
  private let closeness: UInt8
  private let keyFrame: Modes
  private let otherFrame: Modes

  /// What modes cost in a kind of frame.
  private struct Modes {
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
  private struct Trial {
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
    let last = references.samples(.last, column: column, row: row)
    if source.largestDifference(from: last) <= closeness { return nil }
    for kept in [VP8Reference.golden, .alternate]
    where references.differsFromLast(kept, column: column, row: row) {
      let samples = references.samples(kept, column: column, row: row)
      guard repeats(source, samples) else { continue }
      references.repeatMacroblock(of: kept, column: column, row: row)
      return VP8Macroblock(
        column: Int32(column), row: Int32(row), prediction: .inter(kept, .zero), levels: nil)
    }
    let edges = references.edges(column: column, row: row)
    let first = Int32(levels.rows)
    if let plain = plainGround(source, edges, &levels) {
      return finish(plain, from: first, column: column, row: row, in: &references, &levels)
    }
    var best = Trial(prediction: .inter(.last, moved), surroundings: VP8Surroundings())
    best.levels = residual.code(
      source, from: last, reconstruction: &best.samples, levels: &levels)
    let tokens = best.levels.map { costs.cost(of: levels, row: $0, hasY2: true) } ?? 0
    best.cost = cost(of: source.squaredError(from: best.samples), bits: Int64(tokens) + 256)
    let distance = source.lumaDistance(from: last) + source.chromaDistance(from: last)
    improve(&best, source, edges, otherFrame, beating: distance, &levels)
    return finish(best, from: first, column: column, row: row, in: &references, &levels)
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
      improve(&best, source, edges, keyFrame, beating: .max, &levels)
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

  /// Tries what the neighbours predict, where that promises more.
  private func improve(
    _ best: inout Trial, _ source: borrowing VP8Samples, _ edges: borrowing VP8Edges,
    _ modes: Modes, beating distance: Int32, _ levels: inout VP8Levels
  ) {
    var predicted = VP8Samples()
    let luma = edges.bestLuma(for: source, costs: modes.luma, into: &predicted)
    let chroma = edges.bestChroma(for: source, costs: modes.chroma, into: &predicted)
    let kind = kind(error: source.lumaError(from: predicted), distance: luma.distance)
    let triesWhole =
      luma.distance + chroma.distance < distance && (kind != .edges || best.cost < .max)
    let triesSubblocks = best.cost > Self.subblocksPay * lambda && kind != .texture
    guard triesWhole || triesSubblocks else { return }

    // Chroma is the same with either kind of luma.
    var trial = Trial(
      prediction: .intra(luma: luma.mode, chroma: chroma.mode), surroundings: best.surroundings)
    let row = levels.appendRow()
    let colours = residual.codeChroma(source, from: predicted, reconstruction: &trial.samples)
    levels.store(colours, row: row, order: VP8Levels.chroma)
    let chromaCost = cost(
      of: source.chromaError(from: trial.samples),
      bits: Int64(costs.chromaCost(of: levels, row: row, &trial.surroundings))
        + Int64(modes.costs.chroma[Int(chroma.mode.rawValue)]) + modes.intra)
    let surroundings = trial.surroundings
    if triesWhole {
      let isCoded = residual.codeLuma(
        source, from: predicted, reconstruction: &trial.samples, levels: &levels, row: row)
      trial.levels = isCoded || !colours.isZero ? row : nil
      trial.cost =
        chromaCost
        + cost(
          of: source.lumaError(from: trial.samples),
          bits: Int64(costs.lumaCost(of: levels, row: row, hasY2: true, &trial.surroundings))
            + Int64(modes.costs.luma[Int(luma.mode.rawValue)]))
      if trial.cost < best.cost { best = trial }
    }
    // Subblocks follow edges that no 16×16 prediction has; they cost some 60 bits to say.
    guard triesSubblocks, best.cost > Self.subblocksPay * lambda else { return }
    trial.surroundings = surroundings
    let subblocks = levels.appendRow()
    let basis = chromaCost + cost(of: 0, bits: Int64(modes.costs.luma[4]))
    guard
      let found = residual.searchSubblocks(
        source, modes.subblocks, below: best.cost - basis, edges: edges, &trial.surroundings,
        reconstruction: &trial.samples, levels: &levels, row: subblocks)
    else { return }
    levels.store(colours, row: subblocks, order: VP8Levels.chroma)
    trial.prediction = .subblocks(found.modes, chroma: chroma.mode)
    trial.levels = subblocks
    trial.cost = basis + found.cost
    best = trial
  }

  /// What a macroblock has to cost, in bits, before subblocks are tried.
  private static let subblocksPay: Int64 = 80

  /// What a whole macroblock's prediction leaves.
  private enum Kind {
    /// Much the same everywhere, like a photograph's grain: subblocks predict it no better.
    case texture
    /// A lot in few places, like ink: subblocks predict it better nearly always.
    case edges
    case other
  }

  /// By the ratio of the mean square to the square of the mean: 1.5 for noise, 3 and more for ink. On
  /// photographs and boards at quantisers 4 to 30, subblocks win for 2 % of what counts as texture
  /// here, and for 95 % of what counts as edges.
  private func kind(error: Int32, distance: Int32) -> Kind {
    let squares = Int64(error) * 256
    let square = Int64(distance) * Int64(distance)
    if squares < 2 * square && distance < 160 * step { return .texture }
    if squares >= 3 * square && distance >= 40 * step { return .edges }
    return .other
  }

  /// Squared error, and bits (in 256ths) at what they are worth.
  @inline(__always)
  private func cost(of error: Int32, bits: Int64) -> Int64 {
    Int64(error) + (bits * lambda) >> 8
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
