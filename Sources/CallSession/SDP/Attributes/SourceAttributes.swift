package import MediaCore

/// What is said of one source (RFC 5576, 4.1): `a=ssrc:1 cname:x`.
package struct SourceAttributes: Equatable, Sendable {
  package var source: SSRC
  /// Sources of one name share a clock (RFC 3550, 6.5.1).
  package var canonicalName: String?
  package var stream: MediaStreamID?

  package init(source: SSRC, canonicalName: String? = nil, stream: MediaStreamID? = nil) {
    self.source = source
    self.canonicalName = canonicalName
    self.stream = stream
  }
}

/// Sources that belong together (RFC 5576, 4.2): `a=ssrc-group:FID 1 2`.
package struct SourceGroup: Equatable, Sendable {
  /// The second sends packets of the first again.
  package static let retransmission = "FID"

  package var semantics: String
  package var sources: [SSRC]

  package init(semantics: String, sources: [SSRC]) {
    self.semantics = semantics
    self.sources = sources
  }
}

/// Which stream and track of an application a section carries (RFC 8830): `a=msid:stream track`.
package struct MediaStreamID: Hashable, Sendable {
  /// Nil for a track that is in no stream: `-`.
  package var stream: String?
  package var track: String?

  package init(stream: String?, track: String?) {
    self.stream = stream
    self.track = track
  }

  init?(_ value: Substring) {
    let words = value.words
    guard let stream = words.first else { return nil }
    self.init(
      stream: stream == "-" ? nil : String(stream),
      track: words.count > 1 ? String(words[1]) : nil)
  }

  var value: String { (stream ?? "-") + (track.map { " \($0)" } ?? "") }
}

extension MediaSection {
  /// Sources of one section that are read.
  static let mostSources = 64

  /// In the order in which they are named first.
  package var sources: [SourceAttributes] {
    var places: [SSRC: Int] = [:]
    var sources: [SourceAttributes] = []
    for value in lines.attributes("ssrc") {
      let (number, rest) = value.cut(at: UInt8(ascii: " "))
      guard let ssrc = number.number(UInt32.self).map(SSRC.init) else { continue }
      let place = places[ssrc] ?? sources.count
      if place == sources.count {
        guard place < Self.mostSources else { continue }
        places[ssrc] = place
        sources.append(SourceAttributes(source: ssrc))
      }
      guard let (name, value) = rest?.cut(at: UInt8(ascii: ":")), let value else { continue }
      switch name {
      case "cname": sources[place].canonicalName = String(value)
      case "msid": sources[place].stream = MediaStreamID(value)
      default: break
      }
    }
    return sources
  }

  package var sourceGroups: [SourceGroup] {
    lines.attributes("ssrc-group").prefix(Self.mostSources).compactMap { value in
      let words = value.words
      guard let semantics = words.first else { return nil }
      let sources = words.dropFirst().prefix(Self.mostSources).compactMap { $0.number(UInt32.self) }
      return SourceGroup(semantics: String(semantics), sources: sources.map(SSRC.init))
    }
  }

  package var streamIDs: [MediaStreamID] {
    lines.attributes("msid").prefix(Self.mostSources).compactMap { MediaStreamID($0) }
  }
}
