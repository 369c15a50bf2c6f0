/// The line that begins a section: `m=video 9 UDP/TLS/RTP/SAVPF 96 97` (RFC 8866, 5.14).
package struct MediaLine: Equatable, Sendable, CustomStringConvertible {
  /// As in `audio`.
  package var kind: String
  package var port: UInt16
  /// How many ports follow each other; 1 if it is not said.
  package var portCount: Int
  /// As in `UDP/TLS/RTP/SAVPF`.
  package var transport: String
  /// Payload types, for RTP.
  package var formats: [String]

  package init(
    kind: String, port: UInt16, portCount: Int = 1, transport: String, formats: [String]
  ) {
    self.kind = kind
    self.port = port
    self.portCount = portCount
    self.transport = transport
    self.formats = formats
  }

  /// - Parameter value: what stands behind `m=`.
  package init?(_ value: Substring) {
    let words = value.words
    guard words.count >= 4 else { return nil }
    let (port, count) = words[1].cut(at: UInt8(ascii: "/"))
    guard let number = port.number(UInt16.self),
      let ports = count.map({ $0.number(UInt16.self) }) ?? 1
    else { return nil }
    self.init(
      kind: String(words[0]), port: number, portCount: Int(ports), transport: String(words[2]),
      formats: words[3...].map { String($0) })
  }

  package var description: String {
    let ports = portCount == 1 ? "\(port)" : "\(port)/\(portCount)"
    return "\(kind) \(ports) \(transport) \(formats.joined(separator: " "))"
  }
}
