/// Our end of the transport that all streams of a session share.
package struct LocalTransport: Equatable, Sendable {
  package var credentials: ICECredentials
  package var fingerprints: [DTLSFingerprint]
  /// Known so far; the first is named in `c=` and `m=` lines.
  package var candidates: [SDPCandidate]
  /// No more candidates will follow.
  package var isComplete: Bool
  /// We only answer checks of connectivity (RFC 8445, 2.5).
  package var isLite: Bool
  /// More candidates may follow, from either side (RFC 8838).
  package var trickles: Bool
  /// Who begins the DTLS handshake when an offer leaves it to us: we, or the peer.
  package var answersAs: SetupRole

  package init(
    credentials: ICECredentials, fingerprints: [DTLSFingerprint], candidates: [SDPCandidate] = [],
    isComplete: Bool = true, isLite: Bool, trickles: Bool = true, answersAs: SetupRole = .passive
  ) {
    precondition(answersAs == .active || answersAs == .passive, "one of the two who can be")
    self.credentials = credentials
    self.fingerprints = fingerprints
    self.candidates = candidates
    self.isComplete = isComplete
    self.isLite = isLite
    self.trickles = trickles
    self.answersAs = answersAs
  }

  /// Where media goes if there were no checks; port 9 of no address while nothing is known (RFC 9429, 5.2.1).
  var defaultAddress: (address: String, port: UInt16) {
    for candidate in candidates
    where candidate.component == 1 && candidate.transport == "udp" && !candidate.isObfuscated {
      return (candidate.address, candidate.port)
    }
    return ("0.0.0.0", 9)
  }
}

extension SDPLine {
  /// `c=IN IP4 192.0.2.2`
  static func connection(_ address: String) -> SDPLine {
    SDPLine("c=IN \(address.utf8.contains(UInt8(ascii: ":")) ? "IP6" : "IP4") \(address)")
  }
}
