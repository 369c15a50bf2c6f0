/// Names the ICE session of a resource (RFC 9725, 4.3.1): it changes with each restart.
struct EntityTag: Equatable, Sendable {
  /// What a request demands of the tag (RFC 9110, 13.1.1).
  enum Demand: Equatable {
    /// There was no If-Match.
    case none
    /// `*`, which a restart is asked for with.
    case any
    case oneOf([String])
  }

  private let generation: UInt64

  static let first = EntityTag(generation: 1)

  /// Of the ICE session after this one.
  var next: EntityTag { EntityTag(generation: generation &+ 1) }

  /// As it stands in ETag.
  var text: String { "\"v\(generation)\"" }

  func satisfies(_ demand: Demand) -> Bool {
    switch demand {
    case .none: false
    case .any: true
    // Weak tags never match here (RFC 9110, 8.8.3.2), and do not look like one of these.
    case .oneOf(let tags): tags.contains(text)
    }
  }

  /// What all fields named If-Match say together. Our tags hold no commas, so a list is cut at them.
  static func demand(of headers: HTTPHeaders) -> Demand {
    let fields = headers.values("If-Match")
    guard !fields.isEmpty else { return .none }
    let tags = fields.flatMap { $0.split(separator: ",").map { HTTPHeaders.trimmed($0) } }
    // RFC 9725 shows the star in quotation marks, RFC 9110 without.
    return tags.contains { $0 == "*" || $0 == "\"*\"" } ? .any : .oneOf(tags)
  }
}
