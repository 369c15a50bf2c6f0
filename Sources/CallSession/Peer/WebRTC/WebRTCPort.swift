package import MediaCore

/// All who watch by a server's UDP ports: who is who (`ICERouter`), and what goes to each (`WebRTCPeer`).
///
/// Every call takes the time and leaves its answers in `WebRTCPortOutputs`; after each of them `deadline`
/// says when to call `handleTimeout`.
package struct WebRTCPort: ~Copyable {
  private var router: ICERouter
  private var routed = ICERouterOutputs()
  private var peers: [ICEPeerID: WebRTCPeer] = [:]
  private var deadlines = PeerDeadlines()
  private var viewers = PeerSet()
  /// Of those, who lacks something of the board.
  private var lacking = PeerSet()
  private var datagrams: [[UInt8]] = []

  package init(_ configuration: ICERouter.Configuration = ICERouter.Configuration()) {
    router = ICERouter(configuration)
  }

  var count: Int { peers.count }

  /// For tests of what bounds them.
  var tableSizes: [Int] { router.tableSizes + [peers.count, deadlines.count] }

  /// Those who are there, in the order in which they came.
  var connected: [ICEPeerID] {
    peers.filter { $0.value.state == .connected }.keys.sorted { $0.rawValue < $1.rawValue }
  }

  /// Those of them who get what is sent to all.
  package var watching: [ICEPeerID] { viewers.ids }
  /// Those of them who wait for `answerBoard`.
  var needing: [ICEPeerID] { lacking.ids }

  package subscript(id: ICEPeerID) -> WebRTCPeer? { peers[id] }

  /// A peer that is about to come.
  ///
  /// - Parameter credentials: under which it will ask for us.
  /// - Returns: nil when another has the same name.
  package mutating func add(
    _ peer: WebRTCPeer, _ credentials: ICECredentials, at now: MediaTime,
    into outputs: inout WebRTCPortOutputs
  ) -> ICEPeerID? {
    let id = router.add(credentials, at: now, into: &routed)
    if let id {
      peers[id] = peer
      deadlines.set(id, peer.deadline)
    }
    follow(into: &outputs)
    return id
  }

  /// Begins connectivity anew (RFC 8445, 9). Whether there is the peer, and the name is free.
  package mutating func restart(
    _ id: ICEPeerID, _ credentials: ICECredentials, at now: MediaTime
  ) -> Bool {
    router.restart(id, credentials, at: now)
  }

  /// Takes any datagram of a port.
  package mutating func receive(
    _ datagram: [UInt8], from remote: TransportAddress, to local: TransportAddress,
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCPortOutputs
  ) {
    let route = router.receive(datagram, from: remote, to: local, at: now, into: &routed)
    switch route {
    case .handled:
      let chosen = routed.events
      follow(into: &outputs)
      for entry in chosen {
        guard case .selected = entry.event else { continue }
        let peer = peers[entry.peer]
        change(entry.peer, into: &outputs) { peer?.start(at: now, using: &random, into: &$0) }
      }
    case .peer(let id):
      let peer = peers[id]
      change(id, into: &outputs) { peer?.receive(datagram, at: now, using: &random, into: &$0) }
    case .unknown: return
    }
  }

  /// Says goodbye to a peer, which is then forgotten. Unknown ones are no mistake.
  package mutating func close(
    _ id: ICEPeerID, at now: MediaTime, into outputs: inout WebRTCPortOutputs
  ) {
    let peer = peers[id]
    change(id, into: &outputs) { peer?.close(at: now, into: &$0) }
  }

  /// Says goodbye to everybody.
  package mutating func closeAll(at now: MediaTime, into outputs: inout WebRTCPortOutputs) {
    for id in peers.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      close(id, at: now, into: &outputs)
    }
  }

  // MARK: Time

  /// When `handleTimeout` is to be called; nil when nothing is pending.
  package var deadline: MediaTime? {
    MediaTime.earliest(router.deadline, deadlines.earliest?.time)
  }

  /// Does what is due.
  package mutating func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCPortOutputs
  ) {
    router.handleTimeout(at: now, into: &routed)
    follow(into: &outputs)
    // A peer that was called wants nothing more at this time, so that this ends.
    while let (time, id) = deadlines.earliest, time <= now {
      guard let peer = peers[id] else {
        deadlines.set(id, nil)
        continue
      }
      change(id, into: &outputs) { peer.handleTimeout(at: now, using: &random, into: &$0) }
    }
  }

  // MARK: What is sent

  /// Does something for each peer that gets what is sent to all, and sends what comes of it.
  package mutating func forEachViewer(
    into outputs: inout WebRTCPortOutputs, _ body: (WebRTCPeer, inout [[UInt8]]) -> Void
  ) {
    for id in watching {
      guard let peer = peers[id] else { continue }
      change(id, into: &outputs) { body(peer, &$0) }
    }
  }

  /// Sends what a change of a peer made, and tells what became of the peer.
  package mutating func change(
    _ id: ICEPeerID, into outputs: inout WebRTCPortOutputs, _ body: (inout [[UInt8]]) -> Void
  ) {
    guard let peer = peers[id] else { return }
    let before = peer.state
    body(&datagrams)
    if let path = router.path(of: id) {
      for datagram in datagrams { outputs.datagrams.append(ICEDatagram(datagram, path)) }
    }
    datagrams.removeAll(keepingCapacity: true)
    deadlines.set(id, peer.deadline)
    lacking.set(id, isMember: peer.boardNeed != nil)
    guard peer.state != before else { return }
    switch peer.state {
    case .connecting: break
    case .connected:
      viewers.set(id, isMember: peer.isViewer)
      outputs.events.append(.connected(id))
    case .ended(let reason): forget(id, reason, into: &outputs)
    }
  }

  private mutating func forget(
    _ id: ICEPeerID, _ reason: WebRTCPeerEnd, into outputs: inout WebRTCPortOutputs
  ) {
    router.remove(id)
    peers[id] = nil
    deadlines.set(id, nil)
    viewers.set(id, isMember: false)
    lacking.set(id, isMember: false)
    outputs.events.append(.ended(id, reason))
  }

  /// Passes on what the router answered.
  private mutating func follow(into outputs: inout WebRTCPortOutputs) {
    outputs.datagrams += routed.datagrams
    for entry in routed.events {
      let reason: WebRTCPeerEnd
      switch entry.event {
      case .failed(let failure): reason = .unreachable(failure)
      case .consentExpired: reason = .consentExpired
      case .candidate, .gathered, .selected: continue
      }
      peers[entry.peer]?.end(reason)
      if peers[entry.peer] != nil { forget(entry.peer, reason, into: &outputs) }
    }
    routed.removeAll()
  }
}
