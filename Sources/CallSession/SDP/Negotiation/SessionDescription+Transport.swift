extension SessionDescription {
  /// What the peer says of the transport that sections share: the first of them that says a thing holds
  /// for all (RFC 8843, 9.3 and 10.1).
  ///
  /// - Parameters:
  ///   - indices: the sections in use, the one that speaks for the others first.
  ///   - role: ours for what the peer says of the handshake; nil if the two do not fit.
  func transport(
    of indices: [Int], role: (SetupRole?) -> SetupRole?
  ) throws(NegotiationError) -> NegotiatedTransport {
    var credentials: ICECredentials?
    var fingerprints: [DTLSFingerprint] = []
    var peerRole: SetupRole?
    var options: [String] = []
    for index in indices {
      let section = sections[index]
      credentials = credentials ?? self.credentials(of: section)
      peerRole = peerRole ?? setup(of: section)
      options += self.options(of: section)
      let own = self.fingerprints(of: section)
      if fingerprints.isEmpty {
        fingerprints = own
      } else if !own.isEmpty, Set(own) != Set(fingerprints) {
        throw .differingFingerprints(section: index)
      }
    }
    guard !fingerprints.isEmpty else { throw .noFingerprint }
    guard let credentials else { throw .noCredentials }
    guard let role = role(peerRole) else { throw .impossibleSetup }
    let places = indices.filter { self.credentials(of: sections[$0]) == credentials }
    return NegotiatedTransport(
      credentials: credentials, fingerprints: fingerprints, role: role,
      candidates: candidates(of: places), isComplete: isComplete(places), isLite: isLite,
      trickles: options.contains("trickle"))
  }

  private func candidates(of indices: [Int]) -> [SDPCandidate] {
    var candidates: [SDPCandidate] = []
    var seen: Set<SDPCandidate> = []
    for index in indices {
      for candidate in sections[index].lines.candidates
      where candidate.component == 1 && candidates.count < SDPCandidate.most {
        if seen.insert(candidate).inserted { candidates.append(candidate) }
      }
    }
    return candidates
  }

  private func isComplete(_ indices: [Int]) -> Bool {
    lines.has("end-of-candidates")
      || indices.contains { sections[$0].lines.has("end-of-candidates") }
  }

  /// Sections in use, in the order of their bundle.
  func ordered(_ indices: [Int], by bundle: MediaGroup?) -> [Int] {
    guard let bundle else { return indices }
    var places: [String: Int] = [:]
    for (place, mid) in bundle.mids.enumerated() where places[mid] == nil { places[mid] = place }
    return indices.sorted { first, second in
      let places = [first, second].map { sections[$0].mid.flatMap { places[$0] } ?? Int.max }
      return places[0] == places[1] ? first < second : places[0] < places[1]
    }
  }

  /// - Throws: if two sections have one name.
  func checkMids() throws(NegotiationError) {
    var mids: Set<String> = []
    for section in sections {
      guard let mid = section.mid else { continue }
      guard mids.insert(mid).inserted else { throw .repeatedMid(mid) }
    }
  }
}
