/// What lies below every item.
package enum Background: Hashable, Sendable {
  case colour(Colour)
  case transparent
  /// A picture stretched over the canvas size of the board's header.
  case picture(ContentHash)
  /// The screen that a participant shares; drawn by the compositor, transparent to the board.
  case sharedScreen(AuthorID)
}
