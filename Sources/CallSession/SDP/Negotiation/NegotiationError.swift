/// Why a description of a peer's cannot be agreed to.
package enum NegotiationError: Error, Equatable, Sendable {
  /// An offer of ours waits for its answer; take it back first.
  case offerPending
  /// There is no offer of ours that could be answered.
  case noOffer
  /// Sections are never fewer than before (RFC 3264, 8); an answer has as many as its offer (6).
  case sectionCount(expected: Int, found: Int)
  /// A living section became another.
  case changedSection(Int)
  case repeatedMid(String)
  /// No section can be used.
  case nothingAccepted([SectionRejection])
  /// Nobody could be told from somebody else.
  case noFingerprint
  /// Sections of one transport belong to different certificates.
  case differingFingerprints(section: Int)
  case noCredentials
  /// Nobody would begin the handshake.
  case impossibleSetup

  /// One line for a person, which repeats nothing of what the peer sent.
  package var message: String {
    switch self {
    case .offerPending: "an offer waits for its answer"
    case .noOffer: "no offer waits for an answer"
    case .sectionCount(let expected, let found):
      "the session description has \(found) sections where \(expected) are expected"
    case .changedSection(let index): "section \(index) became another while it was in use"
    case .repeatedMid: "two sections have the same a=mid"
    case .nothingAccepted(let rejections):
      "no section can be used: "
        + (rejections.first.map { Self.words($0.reason) } ?? "there is none")
    case .noFingerprint: "there is no a=fingerprint with a hash that is secure"
    case .differingFingerprints(let section):
      "a=fingerprint of section \(section) differs from that of the others"
    case .noCredentials: "a=ice-ufrag and a=ice-pwd are missing or too short"
    case .impossibleSetup: "a=setup leaves nobody to begin the handshake"
    }
  }

  private static func words(_ reason: SectionRejection.Reason) -> String {
    switch reason {
    case .unknownKind: "it is neither audio nor video"
    case .unknownTransport: "its transport is not UDP/TLS/RTP/SAVPF"
    case .noCommonCodec: "it has neither VP8 nor Opus"
    case .noMultiplexing: "it has no a=rtcp-mux"
    case .notBundled: "it is outside of the bundle"
    case .notWanted: "nothing is sent or received that way"
    case .stopped: "it is stopped"
    }
  }
}
