/// An encoding of a section's picture (RFC 8851): `a=rid:h send`.
package struct RestrictionID: Equatable, Sendable {
  package var id: String
  package var isSent: Bool
  package var parameters: FormatParameters

  init?(_ value: Substring) {
    let words = value.words
    guard words.count >= 2, words[1] == "send" || words[1] == "recv" else { return nil }
    id = String(words[0])
    isSent = words[1] == "send"
    parameters = FormatParameters(words.count > 2 ? words[2] : "")
  }
}

extension MediaSection {
  package var restrictionIDs: [RestrictionID] {
    lines.attributes("rid").prefix(Self.mostSources).compactMap { RestrictionID($0) }
  }
}
