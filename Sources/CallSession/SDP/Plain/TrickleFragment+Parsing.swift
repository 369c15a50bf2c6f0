extension TrickleFragment {
  package init(_ text: String) throws(SDPError) {
    try self.init(bytes: Array(text.utf8))
  }

  /// Reads a fragment with or without media lines. Lines of no use here are skipped.
  package init(bytes: [UInt8]) throws(SDPError) {
    let all = try SDPLine.lines(of: bytes)
    var session: [SDPLine] = []
    var sections: [(line: Int, section: MediaSection)] = []
    for (index, line) in all.enumerated() {
      if line.type == UInt8(ascii: "m") {
        guard let section = MediaSection(first: line) else {
          throw SDPError(line: index + 1, .malformedMediaLine)
        }
        guard sections.count < SessionDescription.mostSections - 1 else {
          throw SDPError(line: index + 1, .tooManySections)
        }
        sections.append((index + 1, section))
      } else if sections.isEmpty {
        session.append(line)
      } else {
        sections[sections.count - 1].section.append(line)
      }
    }
    try self.init(session, sections)
  }

  private init(
    _ session: [SDPLine], _ read: [(line: Int, section: MediaSection)]
  ) throws(SDPError) {
    var credentials = SDPCredentials(session.attribute("ice-ufrag"), session.attribute("ice-pwd"))
    var sections: [Section] = []
    // Before any media line a section may be named by its mid alone.
    if let mid = session.attribute("mid")?.trimmed, !mid.isEmpty {
      sections.append(Section(mid: String(mid), candidates: session.candidates))
    } else if session.has("candidate") {
      throw SDPError(line: 1, .noIdentification)
    }
    for (line, section) in read {
      credentials =
        credentials
        ?? SDPCredentials(section.lines.attribute("ice-ufrag"), section.lines.attribute("ice-pwd"))
      guard let mid = section.mid else {
        guard !section.lines.has("candidate") else { throw SDPError(line: line, .noIdentification) }
        continue
      }
      sections.append(
        Section(
          mid: mid, media: section.media, candidates: section.lines.candidates,
          isComplete: section.lines.has("end-of-candidates")))
    }
    self.init(
      credentials: credentials, sections: sections, isComplete: session.has("end-of-candidates"))
  }
}
