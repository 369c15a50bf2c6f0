/// What a DTLS connection agreed on, with a peer that has proved to own the certificate it announced.
package struct DTLSKeys: Equatable, Sendable {
  /// Of what this end sends.
  package let sending: SRTPKeys
  /// Of what the peer sends.
  package let receiving: SRTPKeys
  /// Of the peer's certificate, by SHA-256.
  package let remoteFingerprint: DTLSFingerprint

  package init(sending: SRTPKeys, receiving: SRTPKeys, remoteFingerprint: DTLSFingerprint) {
    self.sending = sending
    self.receiving = receiving
    self.remoteFingerprint = remoteFingerprint
  }

  /// - Parameter material: what the connection exports as `EXTRACTOR-dtls_srtp` (RFC 5764, 4.2).
  package init(
    _ role: DTLSRole, _ suite: SRTPSuite, material: [UInt8], remoteFingerprint: DTLSFingerprint
  ) throws(SRTPError) {
    let (client, server) = try SRTPKeys.exported(suite, material)
    switch role {
    case .client:
      self.init(sending: client, receiving: server, remoteFingerprint: remoteFingerprint)
    case .server:
      self.init(sending: server, receiving: client, remoteFingerprint: remoteFingerprint)
    }
  }
}
