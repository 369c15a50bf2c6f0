/// Candidates as session descriptions have them (RFC 8839, 5.1).
extension SDPCandidate {
  /// One of ours.
  init(_ candidate: ICECandidate) {
    let isHost = candidate.kind == .host
    self.init(
      foundation: candidate.foundation, priority: candidate.priority,
      address: candidate.address.digits, port: candidate.address.port,
      kind: Kind(candidate.kind), relatedAddress: isHost ? nil : candidate.base.digits,
      relatedPort: isHost ? nil : candidate.base.port)
  }
}

extension SDPCandidate.Kind {
  init(_ kind: ICECandidate.Kind) {
    self =
      switch kind {
      case .host: .host
      case .serverReflexive: .serverReflexive
      case .peerReflexive: .peerReflexive
      case .relayed: .relayed
      }
  }
}

extension ICECandidate {
  /// One of the other side, for RTP by UDP; nil for others, see `init(remote:host:port:priority:)`.
  init?(_ line: SDPCandidate) {
    guard line.component == 1, line.transport == "udp" else { return nil }
    let kind: Kind =
      switch line.kind {
      case .host: .host
      case .serverReflexive: .serverReflexive
      case .peerReflexive: .peerReflexive
      case .relayed: .relayed
      }
    self.init(remote: kind, host: line.address, port: line.port, priority: line.priority)
  }
}
