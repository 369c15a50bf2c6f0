/// Why two ends did not connect.
package enum DTLSError: Error, Equatable, Sendable {
  /// The peer's certificate is none of those that its session description announced.
  case fingerprint
  /// The peer showed no certificate.
  case noCertificate
  /// The peer knows none of the offered ways to protect SRTP, or wants no SRTP.
  case noCommonSuite
  /// The peer did not answer in time, or not to the end.
  case timedOut
  /// The peer gave up, and this alert says why (RFC 5246, 7.2).
  case refused(alert: UInt8)
  /// The peer broke the protocol's rules, or knows no cipher of ours: the library's words.
  case handshake(String)
  /// The library could not be set up: its words.
  case library(String)

  /// One line for a person.
  package var text: String {
    switch self {
    case .fingerprint:
      "the peer's certificate is not the one that its session description announced"
    case .noCertificate: "the peer showed no certificate"
    case .noCommonSuite: "the peer protects SRTP in no way that is known here"
    case .timedOut: "the peer did not answer over DTLS in time"
    case .refused(let alert): "the peer gave DTLS up (alert \(alert))"
    case .handshake(let reason): "DTLS went wrong: \(reason)"
    case .library(let reason): "OpenSSL cannot be used: \(reason)"
    }
  }
}
