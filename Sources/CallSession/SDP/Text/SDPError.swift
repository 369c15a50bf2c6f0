/// Why a text is no session description: the line, and what is wrong there.
package struct SDPError: Error, Equatable, Sendable {
  package enum Cause: Equatable, Sendable {
    case tooLarge
    case tooManyLines
    case tooManySections
    case lineTooLong
    /// No UTF-8, or with control characters.
    case notText
    /// Not of the form `x=value`.
    case malformedLine
    /// The first line is not `v=0`.
    case noVersion
    case malformedMediaLine
    /// In a trickled fragment: candidates of a section that has no name.
    case noIdentification
    /// In the description of a plain RTP session: no address to send to.
    case noAddress
    /// In the description of a plain RTP session: no stream that could be received.
    case noStreams
  }

  /// From 1; 0 where the whole text is meant.
  package var line: Int
  package var cause: Cause

  package init(line: Int, _ cause: Cause) {
    self.line = line
    self.cause = cause
  }

  /// One line for a person.
  package var message: String {
    line > 0
      ? "line \(line) of the session description \(words)" : "the session description \(words)"
  }

  private var words: String {
    switch cause {
    case .tooLarge: "is larger than \(SessionDescription.largestSize) bytes"
    case .tooManyLines:
      "is one too many; \(SessionDescription.mostSessionLines) are read before the sections and"
        + " \(SessionDescription.mostLines) in all"
    case .tooManySections: "begins a section too many; \(SessionDescription.mostSections) are read"
    case .lineTooLong: "is longer than \(SessionDescription.longestLine) bytes"
    case .notText: "is no plain text in UTF-8"
    case .malformedLine: "is not of the form x=value"
    case .noVersion: "has to be v=0"
    case .malformedMediaLine: "is not of the form m=kind port protocol formats"
    case .noIdentification: "gives candidates of a section without a=mid"
    case .noAddress: "names no address in a c= line"
    case .noStreams: "has no audio or video by RTP"
    }
  }
}
