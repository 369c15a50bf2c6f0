/// What a peer says of a session: its streams, how they are coded, and where they go (RFC 8866).
///
/// Every line is kept as it was written and where it stood, also those that nobody here knows: only
/// explicit edits change the text. Typed views read the lines on demand; what a view cannot read it
/// leaves out, so that one odd attribute does not cost a call.
package struct SessionDescription: Equatable, Sendable, CustomStringConvertible {
  /// Bytes.
  package static let largestSize = 256 * 1024
  package static let mostLines = 16_384
  /// Before the first section.
  package static let mostSessionLines = 512
  package static let mostSections = 256
  /// Bytes.
  package static let longestLine = 8192

  /// The lines before the first section.
  package var lines: [SDPLine]
  package var sections: [MediaSection]

  package init(lines: [SDPLine], sections: [MediaSection] = []) {
    self.lines = lines
    self.sections = sections
  }

  /// The text, each line ended by CR and LF.
  package var description: String {
    var text = ""
    for line in lines { text += line.text + "\r\n" }
    for section in sections {
      for line in section.lines { text += line.text + "\r\n" }
    }
    return text
  }
}
