extension TrickleFragment {
  package init(_ text: String) throws(SDPError) {
    try self.init(bytes: Array(text.utf8))
  }

  /// Reads a fragment with or without media lines. Lines of no use here are skipped.
  package init(bytes: [UInt8]) throws(SDPError) {
    let (session, sections) = try SDPLine.split(SDPLine.lines(of: bytes))
    try self.init(session, sections)
  }

  private init(
    _ session: [SDPLine], _ read: [(line: Int, section: MediaSection)]
  ) throws(SDPError) {
    var credentials = session.credentials
    var sections: [Section] = []
    // Before any media line a section may be named by its mid alone.
    if let mid = session.attribute("mid")?.trimmed, !mid.isEmpty {
      sections.append(Section(mid: String(mid), candidates: session.candidates))
    } else if session.has("candidate") {
      throw SDPError(line: 1, .noIdentification)
    }
    for (line, section) in read {
      credentials = credentials ?? section.lines.credentials
      guard let mid = section.mid else {
        guard !section.lines.has("candidate") else { throw SDPError(line: line, .noIdentification) }
        continue
      }
      // The one that is named without a media line counts, too: it is written with one.
      guard sections.count < SessionDescription.mostSections else {
        throw SDPError(line: line, .tooManySections)
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
