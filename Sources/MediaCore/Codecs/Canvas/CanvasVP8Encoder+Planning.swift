import Strokes

/// What a frame with a budget codes: what is new first, as well as it fits, then what earlier frames
/// left over.
extension CanvasVP8Encoder {
  /// The qualities that the stream has: on a page each of them costs all of the macroblock again.
  private var rungs: [CanvasVP8Rung] {
    isCanonical ? [.final, .preview] : CanvasVP8Rung.allCases
  }

  /// What a frame is to code of `new` and of what is owed. Nil when it cannot all be shown and the
  /// frame had better wait.
  ///
  /// Small damage is ink: it is shown well though a photograph is still owed. What is owed has a
  /// quarter of each frame for itself, the oldest first, so that nothing waits for ever.
  mutating func plan(
    _ new: BlockMap, of picture: borrowing I420Picture, moved: VP8MotionVector, mayWait: Bool,
    _ allowance: inout CanvasVP8Allowance
  ) -> CanvasVP8Plan? {
    var plan = CanvasVP8Plan(like: new, tokens: choice.costs)
    let ink = new.blockNumbers
    let expected = expectation(of: ink, picture, moved, &allowance)
    var left = allowance
    let part = backlog.debts.isEmpty ? left : left.part(192)
    let fits = part.holds(ink.count, expected.of(.final), as: .final)
    if fits {
      plan.add(ink, .final, expected)
      left.take(ink.count, expected.of(.final), as: .final)
    }
    let rest =
      fits
      ? backlog.debts.filter { !new.contains(Int($0)) }
      : backlog.debts + ink.filter { !backlog.owed.contains(Int($0)) }
    if !rest.isEmpty {
      let isInk = backlog.debts.isEmpty
      let expected = isInk ? expected : expectation(of: rest, picture, moved, &left)
      let rung = rungs.first { left.holds(rest.count, expected.of($0), as: $0) }
      if rung == nil && mayWait { return nil }
      let each = expected.of(rung ?? .preview)
      // Some more than are expected to fit, lest one dear block keep all others waiting.
      let count = rung == nil ? left.count(of: each, as: .preview) + 8 : rest.count
      plan.add(rest.prefix(count), rung ?? .preview, expected)
      left.take(count, each, as: rung ?? .preview)
    }
    improve(&plan, left.halvingTime)
    return plan
  }

  /// Adds what is shown coarsely, the coarsest and oldest first. When it is much it becomes fair
  /// before any of it becomes good.
  private func improve(_ plan: inout CanvasVP8Plan, _ left: CanvasVP8Allowance) {
    var left = left
    let previews = backlog.shown(worseThan: .fine)
    let isMuch = !left.holds(
      previews.count / Self.patience, improvementCosts.of(.final), as: .final)
    let rung: CanvasVP8Rung = isMuch && !isCanonical ? .fine : .final
    for (blocks, rung) in [(previews, rung), (backlog.shown(at: .fine), .final)] {
      let each = improvementCosts.of(rung)
      let room = max(left.count(of: each, as: rung), plan.isImprovement ? 1 : 0)
      let count = plan.improve(blocks, rung, atMost: room)
      left.take(count, each, as: rung)
    }
  }

  /// Frames that may pass until all is good.
  private static let patience = 8

  /// What blocks are going to cost on average: as lately when that is little, else by trying some.
  private mutating func expectation(
    of blocks: [Int32], _ picture: borrowing I420Picture, _ moved: VP8MotionVector,
    _ allowance: inout CanvasVP8Allowance
  ) -> CanvasVP8Costs {
    if allowance.holds(blocks.count * 2, costs.of(.final), as: .final) { return costs }
    var expected = costs
    let step = blocks.count / Self.samples + 1
    for rung in [CanvasVP8Rung.final, .preview] {
      levels.removeAll()
      var coded: [VP8Macroblock] = []
      for index in stride(from: 0, to: blocks.count, by: step) {
        let block = Int(blocks[index])
        let before = remember(block)
        let macroblock = code(block, of: picture, moved: moved, rung).macroblock
        guard let macroblock else {
          allowance.look()
          continue
        }
        allowance.take(1, 0, as: rung)
        restore(block, before)
        coded.append(macroblock)
      }
      // Like that frame, with probabilities of its own if it is going to have them.
      let probabilities = VP8TokenCounts(of: coded, levels, times: UInt32(step))
        .improving(writer.probabilities(before: header(isKeyFrame: false)))
      let tokens = blocks.count < Self.adaptedRows ? choice.costs : VP8TokenCosts(probabilities)
      var sum = 0
      for macroblock in coded { sum += cost(of: macroblock, tokens) }
      // A tenth more, for the others are not like these.
      expected.set(sum * 11 / 10 * step / max(blocks.count, 1), tokens, of: rung)
    }
    levels.removeAll()
    return expected
  }

  private static let samples = 40
}
