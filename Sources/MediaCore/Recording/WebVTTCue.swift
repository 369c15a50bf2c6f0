/// A piece of text with its place in time: a chat message in a recording.
package struct WebVTTCue: Equatable, Sendable {
  package var start: MediaTime
  package var end: MediaTime
  /// Who wrote it; shown before the text and marked as a voice.
  package var author: String?
  /// Any script, any line breaks.
  package var text: String

  package init(start: MediaTime, end: MediaTime, author: String? = nil, text: String) {
    self.start = start
    self.end = end
    self.author = author
    self.text = text
  }

  /// The cue's text as it stands in a file, W3C WebVTT section 4.3: markup is escaped, an empty line
  /// (which would end the cue) holds a space.
  package var payload: String {
    var result = ""
    if let author, !author.isEmpty { result = "<v \(Self.escape(author, isName: true))>" }
    var lineIsEmpty = result.isEmpty
    for character in Self.escape(text, isName: false).unicodeScalars {
      if character == "\n" {
        if lineIsEmpty { result += " " }
        lineIsEmpty = true
      } else {
        lineIsEmpty = false
      }
      result.unicodeScalars.append(character)
    }
    if lineIsEmpty { result += " " }
    return result
  }

  /// The same in a recording that ends at `end`: nothing is shown beyond.
  package func ending(by end: MediaTime) -> WebVTTCue {
    var cue = self
    cue.start = max(min(start, end - MediaTime(milliseconds: 1)), .zero)
    cue.end = min(self.end, end)
    return cue
  }

  /// How long a text is shown: three seconds and a twentieth for each letter, ten at most.
  package static func readingTime(of text: String) -> MediaTime {
    MediaTime(milliseconds: Int64(min(3_000 + 50 * text.utf8.count, 10_000)))
  }

  /// Its packet for a text track.
  package func packet(track: Int) -> WebMPacket {
    WebMPacket(
      track: track, time: start, duration: max(end - start, MediaTime(milliseconds: 1)),
      bytes: Array(payload.utf8))
  }

  /// The text in a WebM block: behind a line for the identifier and one for the settings.
  static func payload(ofBlock bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    for _ in 0..<2 {
      guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else { return bytes }
      rest = rest[(newline + 1)...]
    }
    return Array(rest)
  }

  private static func escape(_ text: String, isName: Bool) -> String {
    var result = ""
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += isName ? " " : "\n"
      case "\n":
        // CR LF is one line break.
        if previous != "\r" { result += isName ? " " : "\n" }
      case "\0": result += "\u{FFFD}"
      case "\u{2028}", "\u{2029}": result += isName ? " " : "\n"
      default: result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return result
  }
}
