/// Why a peer is there no more.
package enum WebRTCPeerEnd: Error, Equatable, Sendable, CustomStringConvertible {
  /// We said goodbye.
  case closed
  /// The peer did.
  case closedByPeer
  /// No way to it was found.
  case unreachable(ICEFailure)
  /// It was silent for 30 seconds (RFC 7675, 5.1).
  case consentExpired
  case handshake(DTLSError)
  /// The keys cannot be used, or are used up.
  case protection(SRTPError)

  package var description: String {
    switch self {
    case .closed: "closed"
    case .closedByPeer: "the peer has left"
    case .unreachable(let failure): failure.description
    case .consentExpired: "nothing came from the peer for 30 seconds"
    case .handshake(let error): error.text
    case .protection: "SRTP cannot be used with the keys that were agreed on"
    }
  }
}
