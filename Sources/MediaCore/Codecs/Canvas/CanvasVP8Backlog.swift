import Strokes

/// What viewers do not have yet, or only coarsely, because budgets did not allow more.
struct CanvasVP8Backlog {
  /// Blocks that no frame has shown as they are now.
  private(set) var owed: BlockMap
  /// Blocks shown as previews, the oldest first.
  private(set) var previews: [Int32] = []
  private var isPreview: BlockMap

  init(width: Int32, height: Int32) {
    owed = BlockMap(width: width, height: height)
    isPreview = owed
  }

  mutating func owe(_ blocks: BlockMap) { owed.formUnion(blocks) }

  mutating func oweAll() { owed.insertAll() }

  mutating func owe(_ block: Int) { owed.insert(block) }

  /// Hands over what is owed; nothing is owed any more.
  mutating func takeOwed() -> BlockMap {
    let blocks = owed
    owed.removeAll()
    return blocks
  }

  mutating func notePreview(_ block: Int) {
    guard !isPreview.contains(block) else { return }
    isPreview.insert(block)
    previews.append(Int32(block))
  }

  /// Shown at full quality.
  mutating func noteFull(_ block: Int) { isPreview.remove(block) }

  /// The previews, oldest first; none is left.
  mutating func takePreviews() -> [Int] {
    var blocks: [Int] = []
    for block in previews where isPreview.contains(Int(block)) {
      blocks.append(Int(block))
      isPreview.remove(Int(block))
    }
    previews.removeAll(keepingCapacity: true)
    return blocks
  }

  mutating func forget() {
    owed.removeAll()
    isPreview.removeAll()
    previews.removeAll()
  }
}
