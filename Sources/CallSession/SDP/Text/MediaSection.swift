/// What a session description says of one stream, or of one each way (RFC 8866, 5.14).
package struct MediaSection: Equatable, Sendable {
  /// By the names of media lines.
  package enum Kind: String, Hashable, Sendable {
    case audio
    case video
    /// Data channels.
    case application
    case other
  }

  /// The first is the media line.
  package private(set) var lines: [SDPLine]
  /// Changing it writes its line anew.
  package var media: MediaLine {
    didSet { lines[0] = SDPLine("m=\(media)") }
  }

  package init(_ media: MediaLine) {
    self.media = media
    lines = [SDPLine("m=\(media)")]
  }

  /// Nil if the line is no media line.
  init?(first line: SDPLine) {
    guard let media = MediaLine(line.value) else { return nil }
    self.media = media
    lines = [line]
  }

  package mutating func append(_ line: SDPLine) { lines.append(line) }

  package mutating func append(_ name: String, _ value: String? = nil) {
    lines.append(.attribute(name, value))
  }

  package var kind: Kind { Kind(rawValue: media.kind) ?? .other }

  /// Whether it is RTP, secured or not.
  package var isRTP: Bool {
    media.transport.isSame(as: "RTP/AVP") || media.transport.isSame(as: "RTP/AVPF") || isSecureRTP
  }

  /// Whether it is RTP secured by keys from DTLS. Old peers leave out the first half (RFC 9429, 5.1.2).
  package var isSecureRTP: Bool {
    let words = media.transport[...].split(at: UInt8(ascii: "/"))
    guard words.count >= 2, words[words.count - 2].isSame(as: "RTP"), let last = words.last else {
      return false
    }
    return last.isSame(as: "SAVPF") || last.isSame(as: "SAVP")
  }

  /// The name of the section (RFC 5888, 4).
  package var mid: String? {
    guard let mid = lines.attribute("mid")?.trimmed, !mid.isEmpty else { return nil }
    return String(mid)
  }
}
