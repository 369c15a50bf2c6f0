package import MediaCore

extension ICEAgent {
  /// Has the servers say how this machine looks from outside. `gathered` says that it is done.
  package mutating func gather(at now: MediaTime, into outputs: inout ICEOutputs) {
    note(now)
    guard state != .closed else { return }
    wasAskedToGather = true
    isGathering = true
    questions.removeAll()
    for host in hosts { ask(from: host) }
    endGathering(into: &outputs)
  }

  mutating func ask(from host: ICECandidate) {
    for server in configuration.servers
    where host.address.canReach(server) && !host.address.isLinkLocal {
      questions.append(ICEPath(local: host.address, remote: server))
    }
  }

  /// A server's answer.
  mutating func learn(
    _ address: TransportAddress?, by path: ICEPath, into outputs: inout ICEOutputs
  ) {
    if let address, !address.isUnusable,
      let rank = hosts.firstIndex(where: { $0.address == path.local }),
      !localCandidates.contains(where: { $0.address == address })
    {
      let candidate = ICECandidate(
        .serverReflexive, address, base: path.local, rank: rank, server: path.remote)
      localCandidates.append(candidate)
      outputs.events.append(.candidate(candidate))
    }
    endGathering(into: &outputs)
  }

  mutating func endGathering(into outputs: inout ICEOutputs) {
    guard isGathering, questions.isEmpty,
      !transactions.contains(where: { $0.purpose == .gathering })
    else { return }
    isGathering = false
    outputs.events.append(.gathered)
  }
}
