import Strokes

/// What a frame with a budget is to code, and how well.
struct CanvasVP8Plan {
  private(set) var blocks: BlockMap
  /// Those that are shown already and only improved: they come last.
  private(set) var improved: BlockMap
  /// Of each block.
  private var rungs: [CanvasVP8Rung]
  /// By rung the number of blocks that are not shown yet, and what each is expected to cost in
  /// 256ths of a bit.
  private(set) var counts = [Int](repeating: 0, count: CanvasVP8Rung.allCases.count)
  private(set) var costs = [Int](repeating: 0, count: CanvasVP8Rung.allCases.count)
  /// What one of these costs as a preview.
  private(set) var preview = 0
  /// What levels are expected to cost.
  private(set) var tokens: VP8TokenCosts

  init(like blocks: BlockMap, tokens: VP8TokenCosts) {
    self.tokens = tokens
    self.blocks = blocks
    self.blocks.removeAll()
    improved = self.blocks
    rungs = Array(repeating: .final, count: Int(blocks.columns) * Int(blocks.rows))
  }

  /// Whether it only improves what is shown.
  var isImprovement: Bool { blocks == improved }

  /// Whether all that is not shown yet is among these blocks.
  func isShown(by steps: [CanvasVP8Encoder.Step]) -> Bool {
    var missing = blocks
    missing.subtract(improved)
    for step in steps { missing.remove(step.block) }
    return missing.isEmpty
  }

  func rung(of block: Int) -> CanvasVP8Rung { rungs[block] }

  mutating func add(
    _ added: some Sequence<Int32>, _ rung: CanvasVP8Rung, _ expected: CanvasVP8Costs
  ) {
    tokens = expected.tokens(of: rung)
    costs[Int(rung.rawValue)] = expected.of(rung)
    preview = expected.of(.preview)
    for block in added where !blocks.contains(Int(block)) {
      blocks.insert(Int(block))
      rungs[Int(block)] = rung
      counts[Int(rung.rawValue)] += 1
    }
  }

  /// Improves as many of the blocks as there is room for, in their order; says how many.
  mutating func improve(
    _ candidates: [Int32], _ rung: CanvasVP8Rung, atMost room: Int
  ) -> Int {
    var number = 0
    for block in candidates where !blocks.contains(Int(block)) {
      if number >= room { break }
      number += 1
      blocks.insert(Int(block))
      improved.insert(Int(block))
      rungs[Int(block)] = rung
    }
    return number
  }
}
