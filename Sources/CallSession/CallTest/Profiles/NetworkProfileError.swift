package import MediaCore

/// Why a file is no network profile: where, what is wrong, and what would be right.
package struct NetworkProfileError: Error, Equatable, Sendable {
  /// The way to the field, as in `up.loss.rate`; nil when the whole file is meant.
  package var field: String?
  package var cause: String
  package var remedy: String

  package init(field: String?, cause: String, remedy: String) {
    self.field = field
    self.cause = cause
    self.remedy = remedy
  }

  /// One line.
  package func mediaError(file: String) -> MediaError {
    MediaError(.inputDamaged, "\(file): \(field.map { "\($0) " } ?? "")\(cause); \(remedy)")
  }
}
