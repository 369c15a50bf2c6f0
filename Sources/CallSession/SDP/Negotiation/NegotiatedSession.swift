/// The peer's end of the transport, and who begins its handshake.
package struct NegotiatedTransport: Equatable, Sendable {
  package var credentials: ICECredentials
  /// The peer's certificate has to have one of them.
  package var fingerprints: [DTLSFingerprint]
  /// Ours: active or passive.
  package var role: SetupRole
  /// Of the first component only, as RTP and RTCP share it.
  package var candidates: [SDPCandidate]
  /// The peer will give no more candidates.
  package var isComplete: Bool
  /// The peer only answers checks.
  package var isLite: Bool
  package var trickles: Bool
}

/// A section that carries nothing, and why.
package struct SectionRejection: Equatable, Sendable {
  package enum Reason: Error, Equatable, Sendable {
    /// Neither audio nor video.
    case unknownKind
    /// Not RTP secured by DTLS.
    case unknownTransport
    case noCommonCodec
    /// RTCP would need a port of its own.
    case noMultiplexing
    /// It would need a transport of its own.
    case notBundled
    /// We have nothing that fits.
    case notWanted
    /// By the peer, or by us when our wish was withdrawn.
    case stopped
  }

  package var index: Int
  package var mid: String?
  package var reason: Reason
}

/// What both sides agreed on.
package struct NegotiatedSession: Equatable, Sendable {
  package var media: [NegotiatedMedia]
  package var rejections: [SectionRejection]
  package var transport: NegotiatedTransport

  package func media(ofWish id: Int) -> NegotiatedMedia? { media.first { $0.wish == id } }
}
