import Strokes

/// What viewers do not have yet, or only coarsely, because budgets did not allow more.
struct CanvasVP8Backlog {
  /// Blocks that no frame has shown as they are now.
  private(set) var owed: BlockMap
  /// The same, the oldest first.
  private(set) var debts: [Int32] = []
  /// By rung the blocks that are shown no better, the oldest first.
  private var coarse = [[Int32]](repeating: [], count: CanvasVP8Rung.allCases.count)
  /// Of every block.
  private var rungs: [CanvasVP8Rung]

  init(width: Int32, height: Int32) {
    owed = BlockMap(width: width, height: height)
    rungs = Array(repeating: .final, count: Int(owed.columns) * Int(owed.rows))
  }

  /// Whether viewers have everything, for good.
  var isEmpty: Bool { debts.isEmpty && coarse.allSatisfy(\.isEmpty) }

  /// The blocks that are shown at a rung, the oldest first.
  func shown(at rung: CanvasVP8Rung) -> [Int32] { coarse[Int(rung.rawValue)] }

  /// The coarsest first.
  func shown(worseThan rung: CanvasVP8Rung) -> [Int32] {
    Array(coarse[(Int(rung.rawValue) + 1)...].reversed().joined())
  }

  /// What was owed before stays as old as it is.
  mutating func owe(_ blocks: BlockMap) {
    var new = blocks
    new.subtract(owed)
    guard !new.isEmpty else { return }
    new.forEach { debts.append(Int32($0)) }
    owed.formUnion(new)
  }

  mutating func oweAll() {
    var all = owed
    all.insertAll()
    owe(all)
  }

  /// What a frame has shown, and how well.
  mutating func settle(_ shown: [(block: Int, rung: CanvasVP8Rung)]) {
    for (block, rung) in shown {
      owed.remove(block)
      guard rungs[block] != rung else { continue }
      rungs[block] = rung
      if rung != .final { coarse[Int(rung.rawValue)].append(Int32(block)) }
    }
    debts.removeAll { !owed.contains(Int($0)) }
    for rung in CanvasVP8Rung.allCases {
      coarse[Int(rung.rawValue)].removeAll { rungs[Int($0)] != rung }
    }
  }

  /// Makes a block the youngest of its kind.
  mutating func postpone(_ block: Int) {
    let number = Int32(block)
    let rung = Int(rungs[block].rawValue)
    if let index = debts.firstIndex(of: number) { debts.append(debts.remove(at: index)) }
    if let index = coarse[rung].firstIndex(of: number) {
      coarse[rung].append(coarse[rung].remove(at: index))
    }
  }

  /// Everything is shown, for good.
  mutating func forget() {
    guard !isEmpty else { return }
    owed.removeAll()
    debts.removeAll()
    for rung in coarse.indices {
      for block in coarse[rung] { rungs[Int(block)] = .final }
      coarse[rung].removeAll()
    }
  }
}
