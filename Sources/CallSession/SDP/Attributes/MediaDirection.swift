/// Which way a stream goes, as the one who says it sees it (RFC 8866, 6.7).
package enum MediaDirection: String, CaseIterable, Hashable, Sendable {
  case both = "sendrecv"
  case sending = "sendonly"
  case receiving = "recvonly"
  case inactive

  package init(sends: Bool, receives: Bool) {
    self = sends ? (receives ? .both : .sending) : (receives ? .receiving : .inactive)
  }

  package var sends: Bool { self == .both || self == .sending }
  package var receives: Bool { self == .both || self == .receiving }

  /// As the peer sees it.
  package var reversed: MediaDirection { MediaDirection(sends: receives, receives: sends) }

  /// What both allow.
  package func cut(to other: MediaDirection) -> MediaDirection {
    MediaDirection(sends: sends && other.sends, receives: receives && other.receives)
  }
}

extension [SDPLine] {
  /// Nil if it is not said.
  var direction: MediaDirection? {
    for line in self {
      guard let attribute = line.attribute, attribute.value == nil else { continue }
      if let direction = MediaDirection(rawValue: String(attribute.name)) { return direction }
    }
    return nil
  }
}

extension SessionDescription {
  /// Of a section: its own, else the session's, else both ways.
  package func direction(of section: MediaSection) -> MediaDirection {
    section.lines.direction ?? lines.direction ?? .both
  }
}
