/// Names a participant within one board. 0 is the board itself (an import, a generator).
package struct AuthorID: Hashable, Comparable, Sendable {
  package var rawValue: UInt32

  package init(_ rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static func < (left: AuthorID, right: AuthorID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Names an item or an operation.
///
/// The author numbers both from one counter of their own, before the room has numbered the event,
/// so a stroke can be named while it is still on its way. A stroke's operation carries its item's
/// own identifier.
package struct BoardID: Hashable, Comparable, Sendable {
  package var author: AuthorID
  package var number: UInt32

  package init(author: AuthorID, number: UInt32) {
    self.author = author
    self.number = number
  }

  package static func < (left: BoardID, right: BoardID) -> Bool {
    left.author != right.author ? left.author < right.author : left.number < right.number
  }
}
