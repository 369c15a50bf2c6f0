/// How a room is shown in one picture.
package enum CompositeLayout: String, CaseIterable, Sendable {
  /// The board alone.
  case board
  /// The board, and beside it those who speak or spoke last.
  case boardWithSpeakers = "board-speakers"
  /// Everybody and the board, in tiles of one size.
  case grid
  /// One speaker, and the others in a row below.
  case speaker
  /// What somebody shares, and the board's ink over it.
  case inkOverShare = "ink-over-share"
}

/// Whose picture fills a tile.
package enum CompositeSource: Hashable, Sendable {
  case board
  case share
  /// A participant, by the number they have in the room.
  case camera(Int32)
}

/// A participant, as far as a picture of the room shows one.
package struct CompositeMember: Equatable, Sendable {
  package var number: Int32
  package var name: String
  package var hasCamera: Bool

  package init(number: Int32, name: String, hasCamera: Bool) {
    self.number = number
    self.name = name
    self.hasCamera = hasCamera
  }
}
