/// Something in a document that could not be used; the rest was read without it.
package struct DocumentWarning: Equatable, Sendable {
  /// Where: `lesson.board:17`, or an element's name.
  package var place: String
  /// What is wrong, and what became of it.
  package var text: String

  package init(place: String, text: String) {
    self.place = place
    self.text = text
  }

  /// As a person reads it.
  package var line: String { "\(place): \(text)" }
}
