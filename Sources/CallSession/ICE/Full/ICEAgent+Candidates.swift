package import MediaCore

extension ICEAgent {
  /// An address of this machine on which the caller receives; the one that is preferred comes first.
  ///
  /// It may come at any time: when the machine joins another network.
  package mutating func addHost(
    _ address: TransportAddress, at now: MediaTime, into outputs: inout ICEOutputs
  ) {
    note(now)
    guard state != .closed, hosts.count < Self.mostHosts, !address.isUnusable,
      !hosts.contains(where: { $0.address == address })
    else { return }
    let host = ICECandidate(.host, address, base: address, rank: nextRank)
    hosts.append(host)
    localCandidates.append(host)
    outputs.events.append(.candidate(host))
    for remote in remoteCandidates { addPair(host, remote) }
    if wasAskedToGather {
      isGathering = true
      ask(from: host)
      endGathering(into: &outputs)
    }
  }

  /// Ranks are not used twice, so that no two addresses have one priority.
  private var nextRank: Int {
    var lowest = UInt32.max
    for host in hosts { lowest = min(lowest, host.priority) }
    return hosts.isEmpty ? 0 : 65_536 - Int(lowest >> 8 & 0xFFFF)
  }

  /// An address that this machine has no more. When it was the one that is used, another way is looked for.
  package mutating func removeHost(
    _ address: TransportAddress, at now: MediaTime, into outputs: inout ICEOutputs
  ) {
    note(now)
    hosts.removeAll { $0.address == address }
    localCandidates.removeAll { $0.base == address }
    pairs.removeAll { $0.path.local == address }
    triggered.removeAll { $0.local == address }
    transactions.removeAll { $0.path.local == address }
    questions.removeAll { $0.local == address }
    endGathering(into: &outputs)
    guard selected?.local == address else { return }
    selected = nil
    previous = nil
    consent.isSuspect = false
    firstValid = pairs.contains { $0.state == .succeeded } ? latest : nil
    for index in pairs.indices where pairs[index].state == .failed { pairs[index].state = .waiting }
    guard isActive else { return }
    state = current.remote == nil ? .waiting : .checking
    began = current.remote == nil ? nil : latest
  }

  /// An address of the other side, when it is named. What is no address of use, such as those of names, is
  /// none (`ICECandidate`).
  package mutating func addRemote(_ candidate: ICECandidate, at now: MediaTime) {
    note(now)
    guard state != .closed, !candidate.address.isUnusable else { return }
    if let known = remoteCandidates.firstIndex(where: { $0.address == candidate.address }) {
      // It was heard before it was named: now its priority is known.
      guard remoteCandidates[known].kind == .peerReflexive else { return }
      remoteCandidates[known] = candidate
      for index in pairs.indices where pairs[index].path.remote == candidate.address {
        pairs[index].remotePriority = candidate.priority
      }
      return
    }
    guard remoteCandidates.count < Self.mostRemotes else { return }
    remoteCandidates.append(candidate)
    for host in hosts { addPair(host, candidate) }
  }

  /// Of one that is searched for anew, the check comes at once.
  mutating func addPair(_ host: ICECandidate, _ remote: ICECandidate) {
    let path = ICEPath(local: host.address, remote: remote.address)
    guard host.address.canReach(remote.address), index(of: path) == nil else { return }
    let pair = ICEPair(path, localPriority: host.priority, remotePriority: remote.priority)
    if pairs.count >= Self.mostPairs {
      guard let worst = worstPair, pairs[worst].priority(role) < pair.priority(role) else { return }
      let path = pairs.remove(at: worst).path
      triggered.removeAll { $0 == path }
      transactions.removeAll { $0.path == path && $0.isCheck }
    }
    pairs.append(pair)
    if currentWay != nil { trigger(path) }
  }

  private var worstPair: Int? {
    var worst: Int?
    for (index, pair) in pairs.enumerated() where pair.path != selected && pair.state != .succeeded
    {
      if let found = worst, pairs[found].priority(role) <= pair.priority(role) { continue }
      worst = index
    }
    return worst
  }

  mutating func trigger(_ path: ICEPath) {
    if !triggered.contains(path) { triggered.append(path) }
  }

  /// The pair that works and is liked best; not the one that is in use and in doubt.
  var bestValid: ICEPair? {
    var best: ICEPair?
    for pair in pairs where pair.state == .succeeded {
      if consent.isSuspect, pair.path == selected { continue }
      if let best, best.priority(role) >= pair.priority(role) { continue }
      best = pair
    }
    return best
  }
}
