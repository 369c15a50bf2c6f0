/// An act that can be undone.
struct BoardOperation {
  enum Act {
    case made
    case erased(Erasure)
    case cleared
    case transformed(AffineTransform)
    case restyled(Restyle)
    case deleted
    case background(Background)
  }

  let id: BoardID
  let act: Act
  /// The items that the act made or bears on.
  var items: [Int32]
  var isLive = true
  /// Who undid it and when; a later act of that author makes it final.
  var undoneBy = AuthorID(0)
  var undoneAt: UInt64 = 0
}
