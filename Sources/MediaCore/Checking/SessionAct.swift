internal import Strokes

/// Something that a person did on the board and that can be seen.
struct SessionAct {
  enum Kind {
    case stroke, text, picture
    /// An act on what is there already: erasing, undoing, moving.
    case change
  }

  var kind: Kind
  /// The item's identifier; nil for changes.
  var id: BoardID?
  /// File time at which it begins.
  var time: MediaTime

  /// "the stroke 12 of author 1"
  var name: String {
    let noun =
      switch kind {
      case .stroke: "stroke"
      case .text: "text"
      case .picture: "picture"
      case .change: "change"
      }
    guard let id else { return "the \(noun)" }
    return "the \(noun) \(id.number) of author \(id.author.rawValue)"
  }
}
