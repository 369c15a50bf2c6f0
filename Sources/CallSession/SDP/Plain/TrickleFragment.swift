/// Candidates that follow after the description was sent (RFC 8840): a body of the type
/// `application/trickle-ice-sdpfrag`.
package struct TrickleFragment: Equatable, Sendable, CustomStringConvertible {
  package struct Section: Equatable, Sendable {
    package var mid: String
    /// As in the description; `audio 9 RTP/AVP 0` if it is not said.
    package var media: MediaLine
    package var candidates: [SDPCandidate]
    /// No more will follow.
    package var isComplete: Bool

    package init(
      mid: String,
      media: MediaLine = MediaLine(kind: "audio", port: 9, transport: "RTP/AVP", formats: ["0"]),
      candidates: [SDPCandidate], isComplete: Bool = false
    ) {
      self.mid = mid
      self.media = media
      self.candidates = candidates
      self.isComplete = isComplete
    }
  }

  /// Of which connectivity it speaks: new ones start it anew (RFC 9725, 4.3.3). Nil if they are not said.
  package var credentials: ICECredentials?
  package var sections: [Section]
  /// No more candidates will follow, of any section.
  package var isComplete: Bool

  package init(credentials: ICECredentials?, sections: [Section], isComplete: Bool = false) {
    self.credentials = credentials
    self.sections = sections
    self.isComplete = isComplete
  }

  /// Of all sections, as they share a transport, for the first component.
  package var candidates: [SDPCandidate] {
    sections.flatMap(\.candidates).filter { $0.component == 1 }
  }

  /// The text, each line ended by CR and LF.
  package var description: String {
    var lines: [SDPLine] = []
    if let credentials {
      lines.append(.attribute("ice-ufrag", credentials.fragment))
      lines.append(.attribute("ice-pwd", credentials.password))
    }
    if isComplete { lines.append(.attribute("end-of-candidates")) }
    for section in sections {
      lines.append(SDPLine("m=\(section.media)"))
      lines.append(.attribute("mid", section.mid))
      for candidate in section.candidates { lines.append(SDPLine("a=\(candidate)")) }
      if section.isComplete { lines.append(.attribute("end-of-candidates")) }
    }
    return lines.map { $0.text + "\r\n" }.joined()
  }
}
