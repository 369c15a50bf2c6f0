package import MediaCore

/// What a DTLS connection is to be like.
package struct DTLSConfiguration: Equatable, Sendable {
  package var role: DTLSRole
  /// What the peer's session description announced. With none, no peer is the right one.
  package var remoteFingerprints: [DTLSFingerprint]
  /// The best first. As a server this end decides. As a client it only offers, and some servers take
  /// what is best for nobody: who knows that the peer has GCM offers nothing else. Everybody has to have
  /// the other one (RFC 8827, 6.5), and some have only that.
  package var suites: [SRTPSuite] = [.aes128GCM, .aes128CMWithSHA1]
  /// Bytes of payload that every path carries; 256 to 1 452.
  package var largestDatagram = 1_200
  /// Before a flight is sent again for the first time.
  package var firstTimeout = MediaTime(milliseconds: 200)
  /// From the start to giving up.
  package var patience = MediaTime(milliseconds: 30_000)

  package init(_ role: DTLSRole, remoteFingerprints: [DTLSFingerprint]) {
    self.role = role
    self.remoteFingerprints = remoteFingerprints
  }
}
