import MediaCore

extension ICEAgent {
  private var openPairs: Int {
    var count = 0
    for pair in pairs where pair.isOpen { count += 1 }
    return count
  }

  var hasMoreToSend: Bool {
    if !questions.isEmpty { return true }
    guard current.remote != nil else { return false }
    return !triggered.isEmpty || isSearching && pairs.contains { $0.state == .waiting }
  }

  /// Sends one new request, the most urgent.
  mutating func sendNext(
    using random: inout some RandomNumberGenerator, into outputs: inout ICEOutputs
  ) {
    guard hasMoreToSend else { return }
    nextSlot = latest + ICETiming.pace(pairs: openPairs + questions.count)
    if current.remote != nil, !triggered.isEmpty {
      let path = triggered.removeFirst()
      guard let index = index(of: path), pairs[index].state == .waiting else { return }
      check(index, nominates: false, using: &random, into: &outputs)
    } else if !questions.isEmpty {
      ask(questions.removeFirst(), using: &random, into: &outputs)
    } else if isSearching {
      var best: Int?
      for (index, pair) in pairs.enumerated() where pair.state == .waiting {
        if let best, pairs[best].priority(role) >= pair.priority(role) { continue }
        best = index
      }
      if let best { check(best, nominates: false, using: &random, into: &outputs) }
    }
  }

  private mutating func ask(
    _ path: ICEPath, using random: inout some RandomNumberGenerator,
    into outputs: inout ICEOutputs
  ) {
    let message = STUNMessage(.request, STUNTransactionID(using: &random))
    begin(message, .gathering, path, key: nil, timeout: ICETiming.firstTimeout, into: &outputs)
  }

  private mutating func check(
    _ index: Int, nominates: Bool, using random: inout some RandomNumberGenerator,
    into outputs: inout ICEOutputs
  ) {
    guard let remote = current.remote else { return }
    let path = pairs[index].path
    // Where it succeeded before it stays valid while it is named.
    if !nominates { pairs[index].state = .inProgress }
    let timeout: MediaTime
    if nominates, let roundTrip = pairs[index].roundTrip {
      timeout = max(roundTrip + roundTrip, ICETiming.shortestTimeout)
    } else {
      let all = ICETiming.pace(pairs: openPairs).nanoseconds * Int64(openPairs)
      timeout = max(ICETiming.firstTimeout, MediaTime(nanoseconds: all))
    }
    var message = question(from: path.local, to: remote, of: current, using: &random)
    message.isNominating = nominates
    begin(
      message, .check(nominates: nominates), path, key: remote.key, timeout: timeout,
      into: &outputs)
  }

  private func question(
    from local: TransportAddress, to remote: Remote, of generation: Generation,
    using random: inout some RandomNumberGenerator
  ) -> STUNMessage {
    var message = STUNMessage(.request, STUNTransactionID(using: &random))
    let name = "\(remote.credentials.fragment):\(generation.local.credentials.fragment)"
    message.username = Array(name.utf8)
    // What the address would have if it looked different from there (RFC 8445, 7.1.1).
    let rank = hosts.firstIndex { $0.address == local } ?? 0
    message.priority = ICECandidate.priority(.peerReflexive, rank: rank)
    message.role = ICERoleClaim(role: role, tieBreaker: tieBreaker)
    return message
  }

  private mutating func begin(
    _ message: STUNMessage, _ purpose: ICETransaction.Purpose, _ path: ICEPath, key: STUNKey?,
    timeout: MediaTime, into outputs: inout ICEOutputs
  ) {
    let transaction = ICETransaction(
      message.transactionID, purpose, path, message.bytes(key: key), role: role,
      timeout: timeout, at: latest)
    transactions.append(transaction)
    send(transaction, into: &outputs)
  }

  // MARK: The choice (RFC 8445, 8.1.1)

  /// When we name a pair; nil when we do not.
  var nominationTime: MediaTime? {
    guard role == .controlling, current.remote != nil, isSearching, let best = bestValid,
      !transactions.contains(where: { $0.isNomination })
    else { return nil }
    let hasBetter = pairs.contains {
      $0.isOpen && $0.priority(role) > best.priority(role)
    }
    guard hasBetter, let firstValid else { return latest }
    return max(firstValid + ICETiming.nominationWait, latest)
  }

  mutating func nominate(
    using random: inout some RandomNumberGenerator, into outputs: inout ICEOutputs
  ) {
    guard let time = nominationTime, time <= latest, let path = bestValid?.path,
      let index = index(of: path)
    else { return }
    check(index, nominates: true, using: &random, into: &outputs)
  }

  // MARK: Consent (RFC 7675)

  /// When other ways are tried beside the one that is used; only who decides does so.
  var suspicionTime: MediaTime? {
    guard role == .controlling, currentWay != nil, !consent.isSuspect, pairs.count > 1 else {
      return nil
    }
    return consent.agreed + ICETiming.suspicion
  }

  mutating func keepConsent(
    using random: inout some RandomNumberGenerator, into outputs: inout ICEOutputs
  ) {
    guard let selected else { return }
    guard latest < consent.expiry else {
      state = .failed
      silence()
      outputs.events.append(.consentExpired)
      return
    }
    if let time = suspicionTime, time <= latest { tryOthers(than: selected) }
    guard let next = consent.next, next > latest else {
      if consent.next != nil { askForConsent(selected, using: &random, into: &outputs) }
      let wait = Int64.random(in: ICETiming.consentInterval, using: &random)
      consent.next = latest + MediaTime(nanoseconds: wait)
      return
    }
  }

  private mutating func tryOthers(than path: ICEPath) {
    consent.isSuspect = true
    firstValid = nil
    transactions.removeAll { $0.isCheck }
    for index in pairs.indices where pairs[index].path != path { pairs[index].state = .waiting }
  }

  private mutating func askForConsent(
    _ path: ICEPath, using random: inout some RandomNumberGenerator,
    into outputs: inout ICEOutputs
  ) {
    let generation = previous ?? current
    guard let remote = generation.remote else { return }
    var message = question(from: path.local, to: remote, of: generation, using: &random)
    // Some servers forget a way that is not named again and again.
    message.isNominating = role == .controlling
    begin(
      message, .consent, path, key: remote.key, timeout: ICETiming.consentAnswer, into: &outputs)
  }
}
