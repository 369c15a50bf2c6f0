package import MediaCore

/// One UDP port of a server for all its peers.
///
///     datagram ─▶ STUN? ─ yes ─▶ whose name is it? ─▶ that peer's agent: answer, learn the path
///                   └─── no ──▶ whose path is it? ──▶ that peer
///
/// A path becomes a peer's by a check under its password and by nothing else. While a peer uses a path
/// no other can take it, whatever its checks say. Peers that nobody reaches are forgotten after 30 seconds;
/// of those there are so many at most, and the oldest makes room.
package struct ICERouter: Sendable {
  package struct Configuration: Sendable {
    /// Peers that were announced and did not come yet.
    package var mostHalfOpen = 10_000

    package init() {}
  }

  package struct Statistics: Equatable, Sendable {
    /// Checks under no peer's name.
    package var strangers = 0
    /// Of a known name, under another password.
    package var refused = 0
    /// Checks that were recorded and sent again from elsewhere.
    package var replayed = 0
    /// Checks for a path that another peer uses.
    package var contested = 0
    /// Datagrams that are neither STUN nor from a peer's path.
    package var unknown = 0
    /// Half-open peers that made room.
    package var displaced = 0

    package init() {}
  }

  private struct Peer: Sendable {
    var agent: ICELiteAgent
    /// The names under which it is found.
    var fragments: [[UInt8]]
    var isHalfOpen = true
  }

  private let configuration: Configuration
  private var peers: [ICEPeerID: Peer] = [:]
  private var fragments: [[UInt8]: ICEPeerID] = [:]
  private var paths: [ICEPath: ICEPeerID] = [:]
  /// One entry a peer, at or before its deadline, which only moves on; and those of peers that went.
  private var deadlines = TimedQueue<ICEPeerID>()
  private var halfOpen: [ICEPeerID] = []
  private var oldestHalfOpen = 0
  private var halfOpenCount = 0
  private var added = 0
  package private(set) var statistics = Statistics()
  private var scratch = ICEOutputs()

  /// A path on which a peer was heard this recently is in use.
  private static let inUse = MediaTime(milliseconds: 10_000)
  /// Longer names than those we make are nobody's.
  private static let longestFragment = 256

  package init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  package var count: Int { peers.count }

  /// For tests of what bounds them.
  var tableSizes: [Int] {
    [peers.count, fragments.count, paths.count, deadlines.count, halfOpen.count]
  }

  /// A peer that is about to send checks.
  ///
  /// - Returns: nil when another has the same name.
  package mutating func add(
    _ credentials: ICECredentials, at now: MediaTime, into outputs: inout ICERouterOutputs
  ) -> ICEPeerID? {
    let fragment = Array(credentials.fragment.utf8)
    guard fragments[fragment] == nil else { return nil }
    if halfOpenCount >= configuration.mostHalfOpen { displaceOldest(into: &outputs) }
    let id = ICEPeerID(rawValue: added)
    added += 1
    let agent = ICELiteAgent(credentials, at: now)
    peers[id] = Peer(agent: agent, fragments: [fragment])
    fragments[fragment] = id
    halfOpen.append(id)
    halfOpenCount += 1
    schedule(id, agent)
    return id
  }

  /// Begins anew for a peer, see `ICELiteAgent.restart`. Whether there is the peer, and the name is free.
  package mutating func restart(
    _ id: ICEPeerID, _ credentials: ICECredentials, at now: MediaTime
  ) -> Bool {
    let fragment = Array(credentials.fragment.utf8)
    guard var peer = peers[id], fragments[fragment] == nil else { return false }
    peer.agent.restart(credentials, at: now)
    // The one that is used and the newest; those between were never answered.
    if peer.fragments.count > 1 { fragments[peer.fragments.removeLast()] = nil }
    peer.fragments.append(fragment)
    fragments[fragment] = id
    peers[id] = peer
    return true
  }

  /// Forgets a peer; nothing of it is answered any more.
  package mutating func remove(_ id: ICEPeerID) {
    guard let peer = peers.removeValue(forKey: id) else { return }
    for fragment in peer.fragments { fragments[fragment] = nil }
    for entry in peer.agent.validPaths where paths[entry.path] == id { paths[entry.path] = nil }
    if peer.isHalfOpen { halfOpenCount -= 1 }
    tidy()
  }

  /// Where to send what is for the peer; nil when it is not known yet.
  package func path(of id: ICEPeerID) -> ICEPath? { peers[id]?.agent.path }

  /// Takes any datagram of the port.
  package mutating func receive(
    _ datagram: [UInt8], from remote: TransportAddress, to local: TransportAddress,
    at now: MediaTime, into outputs: inout ICERouterOutputs
  ) -> ICERoute {
    let path = ICEPath(local: local, remote: remote)
    if DatagramKind(datagram.span) == .stun {
      if let message = try? STUNMessage(parsing: datagram) {
        check(message, datagram, path, at: now, into: &outputs)
      } else {
        statistics.unknown += 1
      }
      return .handled
    }
    guard let id = paths[path] else {
      statistics.unknown += 1
      return .unknown
    }
    return .peer(id)
  }

  private mutating func check(
    _ message: STUNMessage, _ datagram: [UInt8], _ path: ICEPath, at now: MediaTime,
    into outputs: inout ICERouterOutputs
  ) {
    guard message.kind == .request, let username = message.username,
      let colon = username.prefix(Self.longestFragment + 1).firstIndex(of: UInt8(ascii: ":")),
      let id = fragments[Array(username[..<colon])], var peer = peers[id]
    else {
      statistics.strangers += 1
      return
    }
    if let owner = paths[path], owner != id, isInUse(path, by: owner, at: now) {
      statistics.contested += 1
      return
    }
    let before = peer.agent.statistics
    let isValid = peer.agent.receive(message, datagram, path, at: now, into: &scratch)
    statistics.refused += peer.agent.statistics.refused - before.refused
    statistics.replayed += peer.agent.statistics.replayed - before.replayed
    if isValid {
      paths[path] = id
      if peer.isHalfOpen {
        peer.isHalfOpen = false
        halfOpenCount -= 1
      }
    }
    keep(peer, id)
    drain(id, into: &outputs)
  }

  private func isInUse(_ path: ICEPath, by owner: ICEPeerID, at now: MediaTime) -> Bool {
    guard let entry = peers[owner]?.agent.validPaths.first(where: { $0.path == path }) else {
      return false
    }
    return now - entry.seen < Self.inUse
  }

  /// Puts a peer back that has changed.
  private mutating func keep(_ peer: Peer, _ id: ICEPeerID) {
    var peer = peer
    for path in peer.agent.forgotten where paths[path] == id { paths[path] = nil }
    peer.agent.forgotten.removeAll(keepingCapacity: true)
    if peer.fragments.count > 1, !peer.agent.isRestarting {
      fragments[peer.fragments.removeFirst()] = nil
    }
    peers[id] = peer
  }

  private mutating func drain(_ id: ICEPeerID, into outputs: inout ICERouterOutputs) {
    outputs.datagrams += scratch.datagrams
    for event in scratch.events {
      outputs.events.append(ICERouterOutputs.Event(peer: id, event: event))
    }
    scratch.removeAll()
  }

  /// When `handleTimeout` is to be called; nil when there is nobody.
  package var deadline: MediaTime? { deadlines.earliest }

  /// Forgets peers that did not come, or are silent.
  package mutating func handleTimeout(at now: MediaTime, into outputs: inout ICERouterOutputs) {
    while let (_, id) = deadlines.take(until: now) {
      guard var peer = peers[id] else { continue }
      peer.agent.handleTimeout(at: now, into: &scratch)
      keep(peer, id)
      drain(id, into: &outputs)
      if peer.agent.isOver {
        remove(id)
      } else {
        schedule(id, peer.agent)
      }
    }
  }

  private mutating func schedule(_ id: ICEPeerID, _ agent: ICELiteAgent) {
    if let deadline = agent.deadline { deadlines.add(id, at: deadline) }
  }

  private mutating func displaceOldest(into outputs: inout ICERouterOutputs) {
    while oldestHalfOpen < halfOpen.count {
      let id = halfOpen[oldestHalfOpen]
      oldestHalfOpen += 1
      guard let peer = peers[id], peer.isHalfOpen else { continue }
      statistics.displaced += 1
      let failure = ICEFailure.neverReached(refused: peer.agent.statistics.refused)
      outputs.events.append(ICERouterOutputs.Event(peer: id, event: .failed(failure)))
      remove(id)
      return
    }
  }

  /// Keeps what is left of peers that went from outgrowing those that are there.
  private mutating func tidy() {
    if halfOpen.count > 2 * halfOpenCount + 64 {
      halfOpen = halfOpen[oldestHalfOpen...].filter { peers[$0]?.isHalfOpen == true }
      oldestHalfOpen = 0
    }
    guard deadlines.count > 2 * peers.count + 64 else { return }
    var kept = TimedQueue<ICEPeerID>()
    while let (time, id) = deadlines.take(until: MediaTime(nanoseconds: .max)) {
      if peers[id] != nil { kept.add(id, at: time) }
    }
    deadlines = kept
  }
}
