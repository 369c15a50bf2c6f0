/// Why the beginning of a text is not the beginning of a session.
package enum BoardTextHeaderError: Error, Equatable, Sendable {
  case empty
  /// The text ends inside the header.
  case cut
  /// The first line is no header.
  case foreign
  case unusable(BoardTextError)
  /// A version of the format above this one.
  case newer(UInt32)

  /// One line for a person: the cause, and the remedy where there is one.
  package var text: String {
    switch self {
    case .empty: "the file is empty; record or export the board again"
    case .cut: "the file is cut inside its first line, the header; copy it again"
    case .foreign:
      "not a board session: the first line is no header; check that this is the file you mean"
    case .unusable(let error): "the header cannot be used: \(error.text)"
    case .newer(let version):
      "version \(version) of the board format, and this reads up to \(BoardHeader.currentVersion)"
    }
  }
}
