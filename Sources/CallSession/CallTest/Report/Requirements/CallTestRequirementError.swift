/// Why a list of requirements cannot be read.
package struct CallTestRequirementError: Error, Equatable, Sendable {
  /// The item that is meant, as it was written.
  package var item: String
  package var cause: String
  package var remedy: String

  package init(item: String, cause: String, remedy: String) {
    self.item = item
    self.cause = cause
    self.remedy = remedy
  }

  /// One line.
  package var text: String { "`\(item)` \(cause); \(remedy)" }
}
