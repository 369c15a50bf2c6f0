/// A session of plain RTP, as players and recorders read it from a file (RFC 8866, RFC 3551): no
/// connectivity checks, no keys, every stream on a port of its own.
package struct PlainRTPDescription: Equatable, Sendable {
  package var name: String
  /// Where it comes from: IPv4 or IPv6.
  package var origin: String
  package var sessionID: UInt64
  package var streams: [PlainRTPStream]

  package init(name: String, origin: String, sessionID: UInt64, streams: [PlainRTPStream]) {
    self.name = name
    self.origin = origin
    self.sessionID = sessionID
    self.streams = streams
  }

  /// The text of the file.
  package var description: SessionDescription {
    let family = origin.utf8.contains(UInt8(ascii: ":")) ? "IP6" : "IP4"
    let lines = [
      SDPLine("v=0"), SDPLine("o=- \(sessionID) 1 IN \(family) \(origin)"),
      // A session has a name, be it a space (RFC 8866, 5.3).
      SDPLine("s=\(name.isEmpty ? "-" : name)"), SDPLine("t=0 0"),
    ]
    return SessionDescription(lines: lines, sections: streams.map(Self.section))
  }

  private static func section(_ stream: PlainRTPStream) -> MediaSection {
    let format = stream.format
    let type = format.payloadType
    let profile = format.feedback.isEmpty ? "RTP/AVP" : "RTP/AVPF"
    var section = MediaSection(
      MediaLine(
        kind: stream.kind.rawValue, port: stream.port, transport: profile,
        formats: ["\(type)"]))
    section.append(connection(stream.address))
    if stream.controlPort == stream.port {
      section.append("rtcp-mux")
    } else if stream.controlPort != stream.port &+ 1 {
      section.append("rtcp", "\(stream.controlPort)")
    }
    section.append("rtpmap", "\(type) \(format.map)")
    for text in format.feedback.texts { section.append("rtcp-fb", "\(type) \(text)") }
    if !format.parameters.isEmpty { section.append("fmtp", "\(type) \(format.parameters)") }
    section.append(stream.direction.rawValue)
    return section
  }

  /// An IPv4 group has a number of routers that its packets may cross (RFC 8866, 5.7).
  private static func connection(_ address: String) -> SDPLine {
    let first = address[...].cut(at: UInt8(ascii: ".")).before.number(UInt8.self)
    return .connection(first.map { (224...239).contains($0) } == true ? "\(address)/16" : address)
  }
}
