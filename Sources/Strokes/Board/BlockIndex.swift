/// Which items touch each block, from bottom to top.
struct BlockIndex {
  private var lists: [[Int32]]

  init(blocks: Int) {
    lists = Array(repeating: [], count: blocks)
  }

  subscript(block: Int) -> [Int32] { lists[block] }

  /// Adds an item where the board's order puts it.
  mutating func insert(_ item: Int32, into block: Int, among items: [BoardItem]) {
    let place = position(of: item, in: block, items)
    lists[block].insert(item, at: place)
  }

  mutating func remove(_ item: Int32, from block: Int, among items: [BoardItem]) {
    let place = position(of: item, in: block, items)
    if place < lists[block].count, lists[block][place] == item { lists[block].remove(at: place) }
  }

  mutating func removeAll() {
    for block in lists.indices { lists[block].removeAll() }
  }

  /// Whether any item at or above `item` touches the block.
  func reaches(_ item: Int32, in block: Int, _ items: [BoardItem]) -> Bool {
    guard let top = lists[block].last else { return false }
    return !items[Int(top)].isBelow(items[Int(item)])
  }

  /// Where the first item stands that is not below `item`.
  private func position(of item: Int32, in block: Int, _ items: [BoardItem]) -> Int {
    var (low, high) = (0, lists[block].count)
    // A new item nearly always goes on top.
    if let top = lists[block].last, items[Int(top)].isBelow(items[Int(item)]) { return high }
    while low < high {
      let middle = (low + high) / 2
      if items[Int(lists[block][middle])].isBelow(items[Int(item)]) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
