/// A header extension and the number that it has in packets (RFC 8285, 5): `a=extmap:3/sendonly URI`.
package struct RTPExtensionMapping: Equatable, Sendable {
  /// 1…14 in the one-byte form, 1…255 in the two-byte form; others are only for offers.
  package var id: Int
  /// Nil goes the section's way.
  package var direction: MediaDirection?
  package var uri: String
  /// What else is said, as it was written.
  package var attributes: String?

  package init(id: Int, direction: MediaDirection? = nil, uri: String, attributes: String? = nil) {
    self.id = id
    self.direction = direction
    self.uri = uri
    self.attributes = attributes
  }

  init?(_ value: Substring) {
    let words = value.words
    guard words.count >= 2 else { return nil }
    let (number, way) = words[0].cut(at: UInt8(ascii: "/"))
    guard let id = number.number(UInt16.self) else { return nil }
    self.init(
      id: Int(id), direction: way.flatMap { MediaDirection(rawValue: String($0)) },
      uri: String(words[1]),
      attributes: words.count > 2 ? words[2...].joined(separator: " ") : nil)
  }

  var value: String {
    let way = direction.map { "/\($0.rawValue)" } ?? ""
    return "\(id)\(way) \(uri)" + (attributes.map { " \($0)" } ?? "")
  }
}

extension SessionDescription {
  /// Of a section; of two that have one number or one meaning the first holds.
  package func extensions(of section: MediaSection) -> [RTPExtensionMapping] {
    var mappings: [RTPExtensionMapping] = []
    var ids: Set<Int> = []
    var uris: Set<String> = []
    for value in section.lines.attributes("extmap") + lines.attributes("extmap") {
      guard let mapping = RTPExtensionMapping(value), !ids.contains(mapping.id),
        !uris.contains(mapping.uri)
      else { continue }
      ids.insert(mapping.id)
      uris.insert(mapping.uri)
      mappings.append(mapping)
    }
    return mappings
  }
}

extension RTPExtensionMap {
  /// RFC 9143, 15: which section a packet belongs to.
  package static let midURI = "urn:ietf:params:rtp-hdrext:sdes:mid"
  /// How long a receiver may hold pictures back.
  package static let playoutDelayURI = "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay"

  /// - Parameter mappings: what was agreed on.
  package init(_ mappings: [RTPExtensionMapping]) {
    func id(_ uri: String) -> UInt8? {
      mappings.first { $0.uri == uri }.flatMap { UInt8(exactly: $0.id) }
    }
    self.init(
      audioLevel: id(Self.audioLevelURI), transportSequence: id(Self.transportSequenceURI),
      recovery: id(Self.recoveryURI), playoutDelay: id(Self.playoutDelayURI),
      dependencies: id(Self.dependenciesURI))
  }
}
