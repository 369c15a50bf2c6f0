import Strokes

/// Frames that cost no more than they are allowed to.
extension CanvasVP8Encoder {
  /// A block that a frame with a budget has coded, and what takes it back.
  struct Step {
    var block: Int
    var rung: CanvasVP8Rung
    /// Nil when there was nothing to be coded.
    var cost: Int?
    var before: VP8References.Remembered
  }

  /// Codes what a plan says, coarser or not at all where the allowance is short.
  mutating func code(
    _ plan: CanvasVP8Plan, of picture: borrowing I420Picture, moved: VP8MotionVector,
    _ allowance: inout CanvasVP8Allowance
  ) -> [Step] {
    var steps: [Step] = []
    var rest = plan.counts
    let whole = allowance.bits
    for block in plan.blocks.indices {
      let isImproved = plan.improved.contains(block)
      let rung = plan.rung(of: block)
      if !isImproved { rest[Int(rung.rawValue)] -= 1 }
      let reserve = isImproved ? reserve(plan.costs, rest) : reserve(plan, rest, for: rung)
      // However dear blocks were lately, the first one is tried.
      let mean =
        allowance.bits == whole || rung == .preview
        ? Self.leastCost : (isImproved ? improvementCosts : costs).of(rung)
      var step: Step?
      if allowance.holds(1, mean, as: rung, reserve: reserve) {
        step = self.step(block, of: picture, moved: moved, rung, plan.tokens, &allowance)
      }
      if step == nil, !isImproved, rung != .preview,
        allowance.holds(1, Self.leastCost, as: .preview)
      {
        step = self.step(block, of: picture, moved: moved, .preview, plan.tokens, &allowance)
      }
      if let step {
        note(step, isImproved: isImproved)
        steps.append(step)
      } else if allowance.bits == whole {
        // Not even alone: others may fit.
        backlog.postpone(block)
      }
    }
    return steps
  }

  /// What those that are not shown yet need of the allowance.
  private func reserve(_ costs: [Int], _ rest: [Int]) -> Int {
    rest.indices.reduce(0) { $0 + rest[$1] * costs[$1] }
  }

  /// What others need while one of them is coded at a rung: a preview leaves them what they are
  /// expected to take, unless they are previews too; what is better leaves them enough for previews.
  private func reserve(_ plan: CanvasVP8Plan, _ rest: [Int], for rung: CanvasVP8Rung) -> Int {
    rest.indices.dropLast().reduce(0) { sum, index in
      sum + rest[index] * (rung == .preview ? plan.costs[index] : plan.preview)
    }
  }

  /// No macroblock with anything to say takes less, in 256ths of a bit.
  private static let leastCost = 16 * 256

  private mutating func note(_ step: Step, isImproved: Bool) {
    guard let cost = step.cost else { return }
    if isImproved {
      improvementCosts.note(cost, as: step.rung)
    } else {
      costs.note(cost, as: step.rung)
    }
  }

  /// Codes a block if that fits; else leaves it as it was.
  private mutating func step(
    _ block: Int, of picture: borrowing I420Picture, moved: VP8MotionVector,
    _ rung: CanvasVP8Rung, _ tokens: VP8TokenCosts, _ allowance: inout CanvasVP8Allowance
  ) -> Step? {
    let before = remember(block)
    let (coded, shown) = code(block, of: picture, moved: moved, rung)
    guard let coded else {
      allowance.look()
      return Step(block: block, rung: shown, before: before)
    }
    let cost = cost(of: coded, tokens)
    guard cost <= allowance.bits else {
      allowance.take(1, 0, as: rung)
      restore(block, before)
      return nil
    }
    allowance.take(1, cost, as: rung)
    macroblocks.append(coded)
    return Step(block: block, rung: shown, cost: cost, before: before)
  }

  /// Writes the frame. Should it be larger than expected, what was coded last is taken back: no block
  /// before it was predicted from it.
  mutating func frame(
    _ header: VP8FrameHeader, moved pan: VP8MotionVector?, at time: MediaTime, _ steps: [Step],
    within budget: EncodeRequest.Budget
  ) throws(VideoEncoderError) -> EncodedFrame {
    var steps = steps
    while true {
      var header = header
      if macroblocks.contains(where: { $0.segment != 0 }) {
        header.segmentation = ladder.segmentation
      }
      let frame = try arrangedFrame(header, moved: pan, at: time)
      let bits = frame.bytes.count * 8
      if bits <= budget.bits || macroblocks.isEmpty {
        backlog.settle(steps.map { ($0.block, $0.rung) })
        return frame
      }
      var excess = (bits - budget.bits) * 256
      while excess > 0, let step = steps.popLast() {
        guard let cost = step.cost else { continue }
        restore(step.block, step.before)
        macroblocks.removeLast()
        excess -= cost
      }
    }
  }

  /// Leaves everything as it was before a frame.
  mutating func takeBack(_ steps: [Step]) {
    for step in steps.reversed() { restore(step.block, step.before) }
    macroblocks.removeAll(keepingCapacity: true)
  }

  func remember(_ block: Int) -> VP8References.Remembered {
    let (row, column) = block.quotientAndRemainder(dividingBy: references.columns)
    return references.remember(column: column, row: row)
  }

  mutating func restore(_ block: Int, _ before: borrowing VP8References.Remembered) {
    let (row, column) = block.quotientAndRemainder(dividingBy: references.columns)
    references.restore(before, column: column, row: row)
    // Whatever pixels it had, it is coded again before anybody relies on them.
    if hasPage { sources.unsettle(block) }
  }

  /// Of a macroblock, in 256ths of a bit: its mode, and its levels between neighbours without.
  func cost(of coded: VP8Macroblock, _ tokens: VP8TokenCosts) -> Int {
    let mode = coded.prediction.hasY2 ? 8 : 64
    guard let row = coded.levels else { return mode * 256 }
    return mode * 256 + tokens.cost(of: levels, row: row, hasY2: coded.prediction.hasY2)
  }
}
