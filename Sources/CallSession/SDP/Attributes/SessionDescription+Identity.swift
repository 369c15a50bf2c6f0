/// Who a peer is, for its certificate and for its checks of connectivity.
extension SessionDescription {
  /// Of a section, or else of the session; a certificate may have several, and a peer several
  /// certificates (RFC 8122, 5). Hashes that are broken or unknown are left out.
  package func fingerprints(of section: MediaSection) -> [DTLSFingerprint] {
    let own = section.lines.attributes("fingerprint")
    let texts = own.isEmpty ? lines.attributes("fingerprint") : own
    return texts.prefix(Self.mostFingerprints).compactMap { DTLSFingerprint(String($0)) }
  }

  static let mostFingerprints = 16

  /// Of a section, or else of the session (RFC 8839, 5.4).
  package func credentials(of section: MediaSection) -> ICECredentials? {
    ICECredentials(attribute("ice-ufrag", of: section), attribute("ice-pwd", of: section))
  }
}

extension [SDPLine] {
  /// Those that are named in these lines.
  var credentials: ICECredentials? {
    ICECredentials(attribute("ice-ufrag"), attribute("ice-pwd"))
  }
}

extension ICECredentials {
  /// - Parameters: values of `ice-ufrag` and `ice-pwd`; nil for one that is not there.
  fileprivate init?(_ fragment: Substring?, _ password: Substring?) {
    guard let fragment = fragment?.trimmed, let password = password?.trimmed else { return nil }
    self.init(fragment: String(fragment), password: String(password))
  }
}
