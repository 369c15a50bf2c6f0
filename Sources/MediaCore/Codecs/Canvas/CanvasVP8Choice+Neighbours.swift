/// Macroblocks predicted by their rebuilt neighbours (RFC 6386, 12).
extension CanvasVP8Choice {
  /// What the neighbours predict of a whole macroblock.
  struct Neighbours {
    var samples = VP8Samples()
    var luma = VP8LumaMode.dc
    var chroma = VP8ChromaMode.dc
    var distance: Int32 = 0
    var kind = Kind.other
  }

  func prediction(
    of source: borrowing VP8Samples, _ edges: borrowing VP8Edges, _ modes: Modes
  ) -> Neighbours {
    var result = Neighbours()
    let luma = edges.bestLuma(for: source, costs: modes.luma, into: &result.samples)
    let chroma = edges.bestChroma(for: source, costs: modes.chroma, into: &result.samples)
    result.luma = luma.mode
    result.chroma = chroma.mode
    result.distance = luma.distance + chroma.distance
    result.kind = kind(
      error: source.lumaError(from: result.samples),
      distance: source.lumaDistance(from: result.samples))
    return result
  }

  /// Tries what the neighbours predict, where that promises more.
  func improve(
    _ best: inout Trial, _ source: borrowing VP8Samples, _ edges: borrowing VP8Edges,
    _ neighbours: borrowing Neighbours, _ modes: Modes, beating distance: Int32,
    _ levels: inout VP8Levels
  ) {
    let (luma, chroma, kind) = (neighbours.luma, neighbours.chroma, neighbours.kind)
    let triesWhole =
      neighbours.distance < distance && (kind != .edges || best.cost < .max)
    let triesSubblocks = best.cost > Self.subblocksPay * lambda && kind != .texture
    guard triesWhole || triesSubblocks else { return }

    // Chroma is the same with either kind of luma.
    var trial = Trial(
      prediction: .intra(luma: luma, chroma: chroma), surroundings: best.surroundings)
    let row = levels.appendRow()
    let colours = residual.codeChroma(
      source, from: neighbours.samples, reconstruction: &trial.samples)
    levels.store(colours, row: row, order: VP8Levels.chroma)
    let chromaCost = cost(
      of: source.chromaError(from: trial.samples),
      bits: Int64(costs.chromaCost(of: levels, row: row, &trial.surroundings))
        + Int64(modes.costs.chroma[Int(chroma.rawValue)]) + modes.intra)
    let surroundings = trial.surroundings
    if triesWhole {
      let isCoded = residual.codeLuma(
        source, from: neighbours.samples, reconstruction: &trial.samples, levels: &levels, row: row)
      trial.levels = isCoded || !colours.isZero ? row : nil
      trial.cost =
        chromaCost
        + cost(
          of: source.lumaError(from: trial.samples),
          bits: Int64(costs.lumaCost(of: levels, row: row, hasY2: true, &trial.surroundings))
            + Int64(modes.costs.luma[Int(luma.rawValue)]))
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
    trial.prediction = .subblocks(found.modes, chroma: chroma)
    trial.levels = subblocks
    trial.cost = basis + found.cost
    best = trial
  }

  /// What a macroblock has to cost, in bits, before subblocks are tried.
  private static let subblocksPay: Int64 = 80

  /// What a whole macroblock's prediction leaves.
  enum Kind {
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
}
