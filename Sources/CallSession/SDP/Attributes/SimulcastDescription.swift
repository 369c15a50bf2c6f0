/// An encoding of a section's picture (RFC 8851): `a=rid:h send`.
package struct RestrictionID: Equatable, Sendable {
  package var id: String
  package var isSent: Bool
  package var parameters: FormatParameters

  init?(_ value: Substring) {
    let words = value.words
    guard words.count >= 2, words[1] == "send" || words[1] == "recv" else { return nil }
    id = String(words[0])
    isSent = words[1] == "send"
    parameters = FormatParameters(words.count > 2 ? words[2] : "")
  }
}

/// Which encodings are sent and received at the same time (RFC 8853): `a=simulcast:send l;m;~h`.
package struct SimulcastDescription: Equatable, Sendable {
  package struct Encoding: Equatable, Sendable {
    package var id: String
    package var isPaused: Bool
  }

  /// Streams, of each the encodings among which one is chosen.
  package var sent: [[Encoding]] = []
  package var received: [[Encoding]] = []

  init?(_ value: Substring) {
    let words = value.words
    var index = 0
    while index + 1 < words.count {
      switch words[index] {
      case "send": sent = Self.streams(words[index + 1])
      case "recv": received = Self.streams(words[index + 1])
      default: return nil
      }
      index += 2
    }
    if sent.isEmpty && received.isEmpty { return nil }
  }

  private static func streams(_ text: Substring) -> [[Encoding]] {
    text.split(at: UInt8(ascii: ";")).map { stream in
      stream.split(at: UInt8(ascii: ",")).map { name in
        let isPaused = name.utf8.first == UInt8(ascii: "~")
        return Encoding(
          id: String(isPaused ? Substring(name.utf8.dropFirst()) : name), isPaused: isPaused)
      }
    }
  }
}

extension MediaSection {
  package var restrictionIDs: [RestrictionID] {
    lines.attributes("rid").prefix(Self.mostSources).compactMap { RestrictionID($0) }
  }

  package var simulcast: SimulcastDescription? {
    lines.attribute("simulcast").flatMap { SimulcastDescription($0) }
  }
}
