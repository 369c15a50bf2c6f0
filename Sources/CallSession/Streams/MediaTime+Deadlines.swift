package import MediaCore

extension MediaTime {
  /// The earlier of two deadlines; nil is none.
  package static func earliest(_ one: MediaTime?, _ other: MediaTime?) -> MediaTime? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
  }
}
