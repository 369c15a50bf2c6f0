extension BoardEditor {
  /// What lies below all items now.
  package var background: Background { renderer.state.background }

  /// All items that are shown, from bottom to top.
  package var shownItems: Selection {
    var numbers: [Int32] = []
    for number in renderer.state.items.indices where isShown(number) {
      numbers.append(Int32(number))
    }
    let items = renderer.state.items
    numbers.sort { items[Int($0)].isBelow(items[Int($1)]) }
    return Selection(numbers.map { items[Int($0)].id })
  }

  /// Whether anything stands on the board.
  package var hasShownItems: Bool {
    for number in renderer.state.items.indices where isShown(number) { return true }
    return false
  }

  /// A stroke whose points are all erased is there, and shows nothing.
  private func isShown(_ number: Int) -> Bool {
    let attributes = renderer.state.attributes(of: Int32(number))
    let item = renderer.state.items[number]
    return attributes.isVisible
      && !(item.isStroke && attributes.hiddenPoints >= Int64(item.path.count))
  }
}
