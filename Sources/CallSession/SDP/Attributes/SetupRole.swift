/// Who begins the DTLS handshake (RFC 4145, 4; RFC 8842, 5).
package enum SetupRole: String, Hashable, Sendable {
  /// Begins.
  case active
  /// Waits.
  case passive
  /// Only in offers: the peer may choose.
  case either = "actpass"
  case hold = "holdconn"
}

extension SessionDescription {
  /// Of a section, or else of the session; nil if it is not said.
  package func setup(of section: MediaSection) -> SetupRole? {
    guard let value = attribute("setup", of: section)?.trimmed else { return nil }
    return SetupRole(rawValue: value.inSmallLetters)
  }
}
