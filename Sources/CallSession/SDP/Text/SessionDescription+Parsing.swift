extension SessionDescription {
  package init(_ text: String) throws(SDPError) {
    try self.init(bytes: Array(text.utf8))
  }

  /// - Parameter bytes: UTF-8; lines end with CR and LF or LF alone.
  package init(bytes: [UInt8]) throws(SDPError) {
    let all = try SDPLine.lines(of: bytes)
    guard all.first?.text == "v=0" else { throw SDPError(line: 1, .noVersion) }
    let (session, sections) = try SDPLine.split(all)
    self.init(lines: session, sections: sections.map { $0.section })
  }
}

extension SDPLine {
  /// The lines of a text, of which each is empty or of the form `x=value`.
  static func lines(of bytes: [UInt8]) throws(SDPError) -> [SDPLine] {
    guard bytes.count <= SessionDescription.largestSize else { throw SDPError(line: 0, .tooLarge) }
    var lines: [SDPLine] = []
    var start = 0
    while start < bytes.count {
      let number = lines.count + 1
      guard number <= SessionDescription.mostLines else {
        throw SDPError(line: number, .tooManyLines)
      }
      let feed = bytes[start...].firstIndex(of: 10) ?? bytes.count
      var end = feed
      if feed < bytes.count, end > start, bytes[end - 1] == 13 { end -= 1 }
      lines.append(try line(bytes[start..<end], number))
      start = feed + 1
    }
    return lines
  }

  /// The lines before the first section, and the sections with the numbers of their first lines.
  static func split(
    _ lines: [SDPLine]
  ) throws(SDPError) -> (session: [SDPLine], sections: [(line: Int, section: MediaSection)]) {
    var session: [SDPLine] = []
    var sections: [(line: Int, section: MediaSection)] = []
    for (index, line) in lines.enumerated() {
      let number = index + 1
      if line.type == UInt8(ascii: "m") {
        guard let section = MediaSection(first: line) else {
          throw SDPError(line: number, .malformedMediaLine)
        }
        guard sections.count < SessionDescription.mostSections else {
          throw SDPError(line: number, .tooManySections)
        }
        sections.append((number, section))
      } else if sections.isEmpty {
        guard session.count < SessionDescription.mostSessionLines else {
          throw SDPError(line: number, .tooManyLines)
        }
        session.append(line)
      } else {
        sections[sections.count - 1].section.append(line)
      }
    }
    return (session, sections)
  }

  private static func line(_ bytes: ArraySlice<UInt8>, _ number: Int) throws(SDPError) -> SDPLine {
    guard bytes.count <= SessionDescription.longestLine else {
      throw SDPError(line: number, .lineTooLong)
    }
    guard !bytes.contains(where: SDPLine.isControl),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw SDPError(line: number, .notText) }
    let line = SDPLine(verbatim: text)
    guard bytes.isEmpty || line.type.map({ (97...122).contains($0 | 32) }) == true else {
      throw SDPError(line: number, .malformedLine)
    }
    return line
  }
}
