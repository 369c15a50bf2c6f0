package import Strokes

/// What a check must know of a session before it plays it: read in one pass.
package struct SessionOutline {
  package struct Narration: Equatable, Sendable {
    /// As the session names it, relative to its own folder.
    package var path: String
    /// Session time at which its first sample sounds.
    package var start: MediaTime
  }

  package private(set) var survey = BoardSurvey()
  package private(set) var narrations: [Narration] = []
  private var names: [(author: AuthorID, name: String)] = []

  package init(_ document: inout BoardDocument) throws(MediaError) {
    try document.rewind()
    while let event = try document.next() {
      try survey.include(event)
      switch event.action {
      case .audioFile(let path, let offset):
        narrations.append(Narration(path: path, start: survey.end + MediaTime(offset)))
      case .joined(let name):
        names.append((event.author, name))
      default:
        break
      }
    }
    survey.close()
    try document.rewind()
  }

  /// A participant by name or number; nil when it is neither.
  package func author(_ text: String) -> AuthorID? {
    for entry in names where entry.name == text { return entry.author }
    return UInt32(text).map { AuthorID($0) }
  }
}
