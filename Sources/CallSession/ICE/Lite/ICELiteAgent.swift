package import MediaCore

/// A server's side of ICE, for one peer (RFC 8445, 2.5): it has an address that everyone can reach, asks
/// nothing, and answers the checks of the other side, which decides.
///
/// An address is believed only when a check under our password came from it, so nothing larger than an
/// answer of some 80 bytes ever goes to an address that somebody else named. Consent is what comes in:
/// whoever sends checks agrees to receive (RFC 7675, 5.1, has lite agents ask nothing).
package struct ICELiteAgent: Sendable {
  package struct Statistics: Equatable, Sendable {
    /// Checks that were answered.
    package var answered = 0
    /// Under another name or password, or under none.
    package var refused = 0
    /// Checks seen before that came from another address.
    package var replayed = 0

    package init() {}
  }

  /// An address of the peer that a valid check came from.
  struct ValidPath: Sendable {
    let path: ICEPath
    /// Counts the restarts.
    var generation: Int
    /// What the peer thinks of it; of a peer that does not say, nothing.
    var priority: UInt32
    var seen: MediaTime
    var nominated: MediaTime?
  }

  private var identity: ICEIdentity
  /// The one before a restart, until a way is chosen under the new one.
  private var previous: (identity: ICEIdentity, generation: Int)?
  private var generation = 0
  private(set) var validPaths: [ValidPath] = []
  /// The way that the peer chose.
  package private(set) var selected: ICEPath?
  package private(set) var statistics = Statistics()
  /// Consent has expired, or nobody came: nothing is answered any more.
  package private(set) var isOver = false
  /// Paths that are valid no more since this was emptied.
  var forgotten: [ICEPath] = []
  private var began: MediaTime
  private var recent = RecentTransactions()

  package static let mostPaths = 8

  package init(_ credentials: ICECredentials, at now: MediaTime) {
    identity = ICEIdentity(credentials)
    began = now
  }

  /// Whether the peer did not choose a way yet since `restart`.
  package var isRestarting: Bool { previous != nil }

  /// Where to send: the way that was chosen, else the first that a check came by.
  package var path: ICEPath? { selected ?? validPaths.first?.path }

  /// Whether anything but STUN is believed that comes this way.
  package func accepts(_ path: ICEPath) -> Bool {
    validPaths.contains { $0.path == path }
  }

  /// Begins anew under other credentials (RFC 8445, 9). The old ones stay valid, and so does the way, until
  /// the peer chooses one under the new.
  package mutating func restart(_ credentials: ICECredentials, at now: MediaTime) {
    if previous == nil { previous = (identity, generation) }
    identity = ICEIdentity(credentials)
    generation += 1
    if validPaths.isEmpty { began = now }
    isOver = false
  }

  /// Takes a message; whether it was a valid check, so that the path is the peer's.
  mutating func receive(
    _ message: STUNMessage, _ bytes: [UInt8], _ path: ICEPath, at now: MediaTime,
    into outputs: inout ICEOutputs
  ) -> Bool {
    guard message.kind == .request, !isOver else { return false }
    guard let (identity, generation) = authenticate(message, bytes) else {
      statistics.refused += 1
      return false
    }
    guard recent.isNew(message.transactionID, from: path.remote) else {
      statistics.replayed += 1
      return false
    }
    statistics.answered += 1
    let answer = answer(to: message, from: path.remote)
    outputs.datagrams.append(ICEDatagram(answer.bytes(key: identity.key), path))
    guard answer.kind == .success else { return false }
    let index = note(path, generation, priority: message.priority ?? 0, at: now)
    if message.isNominating { nominate(index, at: now, into: &outputs) }
    return true
  }

  private func authenticate(
    _ message: STUNMessage, _ bytes: [UInt8]
  ) -> (ICEIdentity, generation: Int)? {
    guard let username = message.username else { return nil }
    if identity.isMeant(by: username), message.isAuthentic(bytes, key: identity.key) {
      return (identity, generation)
    }
    guard let previous, previous.identity.isMeant(by: username),
      message.isAuthentic(bytes, key: previous.identity.key)
    else { return nil }
    return previous
  }

  private func answer(to message: STUNMessage, from remote: TransportAddress) -> STUNMessage {
    if !message.notUnderstood.isEmpty {
      var answer = STUNMessage(.error, message.transactionID)
      answer.error = .unknownAttribute
      answer.unknownAttributes = message.notUnderstood
      return answer
    }
    // A lite agent never controls (RFC 8445, 6.1.1): the other side has to.
    if message.role?.role == .controlled {
      var answer = STUNMessage(.error, message.transactionID)
      answer.error = .roleConflict
      return answer
    }
    var answer = STUNMessage(.success, message.transactionID)
    answer.mappedAddress = remote
    return answer
  }

  private mutating func note(
    _ path: ICEPath, _ generation: Int, priority: UInt32, at now: MediaTime
  ) -> Int {
    if let index = validPaths.firstIndex(where: { $0.path == path }) {
      validPaths[index].seen = max(now, validPaths[index].seen)
      validPaths[index].generation = max(generation, validPaths[index].generation)
      validPaths[index].priority = priority
      return index
    }
    if validPaths.count == Self.mostPaths {
      var oldest: Int?
      for (index, entry) in validPaths.enumerated() where entry.path != selected {
        if let candidate = oldest, validPaths[candidate].seen <= entry.seen { continue }
        oldest = index
      }
      if let oldest { forgotten.append(validPaths.remove(at: oldest).path) }
    }
    validPaths.append(
      ValidPath(path: path, generation: generation, priority: priority, seen: now))
    return validPaths.count - 1
  }

  private mutating func nominate(_ index: Int, at now: MediaTime, into outputs: inout ICEOutputs) {
    validPaths[index].nominated = now
    let new = validPaths[index]
    if new.path != selected {
      if let old = validPaths.first(where: { $0.path == selected }),
        !displaces(new, old, at: now)
      {
        return
      }
      select(new.path, into: &outputs)
    }
    if new.generation == generation { previous = nil }
  }

  private func displaces(_ new: ValidPath, _ old: ValidPath, at now: MediaTime) -> Bool {
    if new.generation != old.generation { return new.generation > old.generation }
    guard new.priority < old.priority, let nominated = old.nominated else { return true }
    return now - nominated > ICETiming.nominationHold
  }

  private mutating func select(_ path: ICEPath, into outputs: inout ICEOutputs) {
    selected = path
    outputs.events.append(.selected(path))
  }

  /// When `handleTimeout` is to be called; nil when it is over.
  package var deadline: MediaTime? {
    guard !isOver else { return nil }
    guard var earliest = validPaths.first?.seen else { return began + ICETiming.halfOpen }
    for entry in validPaths { earliest = min(earliest, entry.seen) }
    return earliest + ICETiming.consent
  }

  /// Forgets what has been silent for too long.
  package mutating func handleTimeout(at now: MediaTime, into outputs: inout ICEOutputs) {
    guard let deadline, deadline <= now else { return }
    guard !validPaths.isEmpty else {
      isOver = true
      outputs.events.append(.failed(.neverReached(refused: statistics.refused)))
      return
    }
    var kept: [ValidPath] = []
    for entry in validPaths {
      if entry.seen + ICETiming.consent > now {
        kept.append(entry)
      } else {
        forgotten.append(entry.path)
      }
    }
    validPaths = kept
    guard let freshest = kept.max(by: { $0.seen < $1.seen }) else {
      isOver = true
      selected = nil
      outputs.events.append(.consentExpired)
      return
    }
    // The peer still agrees to the others, whichever it chose before.
    if let selected, !accepts(selected) { select(freshest.path, into: &outputs) }
  }
}
