/// What is said once for all sections, or by each.
extension SessionDescription {
  /// The section's value, else the session's.
  func attribute(_ name: String, of section: MediaSection) -> Substring? {
    section.lines.attribute(name) ?? lines.attribute(name)
  }

  /// Packets may have header extensions of both forms (RFC 8285, 6).
  package var allowsMixedExtensions: Bool { lines.has("extmap-allow-mixed") }

  /// The peer only answers checks of connectivity (RFC 8839, 5.3).
  package var isLite: Bool { lines.has("ice-lite") }

  /// As in `trickle` (RFC 8839, 5.6). Commas between them are an old mistake.
  package func options(of section: MediaSection) -> [String] {
    guard let value = attribute("ice-options", of: section) else { return [] }
    return value.words.flatMap { $0.split(at: UInt8(ascii: ",")) }.map(\.inSmallLetters)
  }

  /// Where the streams of a section go, as text; nil if it is not said. Numbers behind `/` are left out.
  package func address(of section: MediaSection) -> String? {
    guard
      let value = section.lines.value(ofType: UInt8(ascii: "c"))
        ?? lines.value(ofType: UInt8(ascii: "c"))
    else { return nil }
    let words = value.words
    guard words.count >= 3 else { return nil }
    let address = words[2].cut(at: UInt8(ascii: "/")).before
    return address.isEmpty || address.utf8.count > SDPCandidate.longestWord ? nil : String(address)
  }

  /// Number and version of the session (RFC 8866, 5.2); nil if one is not a number of 64 bits.
  package var origin: (session: UInt64, version: UInt64)? {
    guard let words = lines.value(ofType: UInt8(ascii: "o"))?.words, words.count >= 3,
      let session = words[1].number(UInt64.self), let version = words[2].number(UInt64.self)
    else { return nil }
    return (session, version)
  }
}
