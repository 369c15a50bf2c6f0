package import MediaCore

extension ICEAgent {
  /// Takes a datagram that is STUN.
  package mutating func receive(
    _ datagram: [UInt8], from remote: TransportAddress, to local: TransportAddress,
    at now: MediaTime, into outputs: inout ICEOutputs
  ) {
    note(now)
    guard isActive else { return }
    guard let message = try? STUNMessage(parsing: datagram) else {
      statistics.strays += 1
      return
    }
    let path = ICEPath(local: local, remote: remote)
    switch message.kind {
    case .request: receive(request: message, datagram, path, into: &outputs)
    case .success, .error: receive(answer: message, datagram, path, into: &outputs)
    case .indication: break
    }
  }

  private mutating func receive(
    request: STUNMessage, _ bytes: [UInt8], _ path: ICEPath, into outputs: inout ICEOutputs
  ) {
    guard let host = hosts.first(where: { $0.address == path.local }) else {
      statistics.strays += 1
      return
    }
    guard let username = request.username, let identity = identity(meantBy: username),
      request.isAuthentic(bytes, key: identity.key)
    else {
      // A wrong password gets no answer: whoever guesses learns nothing, and nobody is flooded.
      statistics.refused += 1
      return
    }
    guard recent.isNew(request.transactionID, from: path.remote) else {
      statistics.replayed += 1
      return
    }
    let isCurrent = identity.credentials == credentials
    var answer = STUNMessage(.success, request.transactionID)
    if !request.notUnderstood.isEmpty {
      answer.kind = .error
      answer.error = .unknownAttribute
      answer.unknownAttributes = request.notUnderstood
    } else if isCurrent, let claim = request.role, hasConflict(with: claim) {
      answer.kind = .error
      answer.error = .roleConflict
    } else {
      answer.mappedAddress = path.remote
    }
    statistics.answered += 1
    outputs.datagrams.append(ICEDatagram(answer.bytes(key: identity.key), path))
    guard answer.kind == .success else { return }
    if path == selected { agree() }
    if isCurrent { follow(request, host, path, into: &outputs) }
  }

  private func identity(meantBy username: [UInt8]) -> ICEIdentity? {
    if current.local.isMeant(by: username) { return current.local }
    guard let previous, previous.local.isMeant(by: username) else { return nil }
    return previous.local
  }

  /// Both want the same role: the larger number has its will (RFC 8445, 7.3.1.1). Whether the other side has to
  /// give way.
  private mutating func hasConflict(with claim: ICERoleClaim) -> Bool {
    guard claim.role == role else { return false }
    let isOurs = tieBreaker >= claim.tieBreaker
    guard isOurs == (role == .controlled) else { return true }
    take(role.opposite)
    return false
  }

  mutating func take(_ role: ICERole) {
    self.role = role
    for index in pairs.indices { pairs[index].named = nil }
  }

  /// A check that came says that a check of ours may get through (RFC 8445, 7.3.1.4).
  private mutating func follow(
    _ request: STUNMessage, _ host: ICECandidate, _ path: ICEPath, into outputs: inout ICEOutputs
  ) {
    if !remoteCandidates.contains(where: { $0.address == path.remote }) {
      guard remoteCandidates.count < Self.mostRemotes else { return }
      let priority = request.priority ?? ICECandidate.priority(.peerReflexive, rank: 0)
      let remote = ICECandidate(remote: .peerReflexive, path.remote, priority: priority)
      remoteCandidates.append(remote)
      addPair(host, remote)
    }
    guard let index = index(of: path) else { return }
    pairs[index].isHeard = true
    switch pairs[index].state {
    case .waiting:
      trigger(path)
    case .failed:
      pairs[index].state = .waiting
      trigger(path)
    case .inProgress:
      for place in transactions.indices where transactions[place].path == path {
        transactions[place].hasten(at: latest)
      }
    case .succeeded:
      break
    }
    guard request.isNominating, role == .controlled else { return }
    pairs[index].named = latest
    if pairs[index].state == .succeeded { follow(nominationOf: index, into: &outputs) }
  }

  /// The other side named a pair that works.
  mutating func follow(nominationOf index: Int, into outputs: inout ICEOutputs) {
    let path = pairs[index].path
    guard path != currentWay else { return }
    if let way = currentWay, let old = self.index(of: way) {
      let isWorse = pairs[index].priority(role) < pairs[old].priority(role)
      if isWorse, let named = pairs[old].named, latest - named <= ICETiming.nominationHold {
        return
      }
    }
    select(path, into: &outputs)
  }

  mutating func select(_ path: ICEPath, into outputs: inout ICEOutputs) {
    selected = path
    previous = nil
    state = .connected
    began = nil
    consent = ICEConsent(agreed: latest)
    // The others rest; a check of the other side wakes them.
    transactions.removeAll { $0.purpose != .gathering }
    triggered.removeAll()
    for index in pairs.indices where pairs[index].state == .inProgress {
      pairs[index].state = .waiting
    }
    outputs.events.append(.selected(path))
  }

  mutating func agree() {
    consent.agreed = latest
    consent.isSuspect = false
  }
}
