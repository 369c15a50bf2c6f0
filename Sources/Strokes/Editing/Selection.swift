/// Items that a person has chosen, from bottom to top.
package struct Selection: Hashable, Sendable {
  package var items: [BoardID]

  package init(_ items: [BoardID] = []) {
    self.items = items
  }

  package var isEmpty: Bool { items.isEmpty }
}
