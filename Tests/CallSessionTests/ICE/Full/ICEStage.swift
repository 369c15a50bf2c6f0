import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// A little internet for agents: links between any two addresses, routers that translate, a server of STUN, a
/// port of ours with its router of peers, and a signalling channel that never loses anything.
final class ICEStage {
  final class Party {
    let name: String
    var agent: ICEAgent
    var random: SeededGenerator
    var outputs = ICEOutputs()
    var events: [ICEEvent] = []
    /// When it was connected.
    var connected: MediaTime?
    /// Told of every candidate.
    var peer: Party?

    init(_ name: String, role: ICERole, seed: UInt64, _ configuration: ICEAgent.Configuration) {
      self.name = name
      random = SeededGenerator(seed: seed)
      let credentials = ICECredentials(using: &random)
      agent = ICEAgent(credentials, role: role, configuration, using: &random)
    }
  }

  static let stunServer = TransportAddress(ipv4: 0x0808_0808, port: 3478)
  static let ours = TransportAddress(ipv4: 0xC000_0201, port: 443)

  var now = MediaTime.zero
  private(set) var parties: [Party] = []
  var router = ICERouter()
  var routerOutputs = ICERouterOutputs()
  var routerEvents: [ICERouterOutputs.Event] = []
  var translators: [Translator] = []
  /// What the way from one address to another is like; nil where there is none.
  var settings: (ICEPath, MediaTime) -> LinkSettings? = { _, _ in
    var settings = LinkSettings()
    settings.latency = MediaTime(milliseconds: 10)
    return settings
  }
  /// All datagrams that were sent, for equality.
  private(set) var log: [String] = []
  private(set) var polls = 0

  private let seed: UInt64
  private var links: [(path: ICEPath, link: NetworkLink)] = []
  private var signals = TimedQueue<Int>()
  private var signalled: [() -> Void] = []

  init(seed: UInt64) {
    self.seed = seed
  }

  func party(
    _ name: String, role: ICERole, hosts: [TransportAddress],
    _ configuration: ICEAgent.Configuration = .init()
  ) -> Party {
    let party = Party(
      name, role: role, seed: seed &* 31 &+ UInt64(parties.count), configuration)
    parties.append(party)
    for host in hosts { party.agent.addHost(host, at: now, into: &party.outputs) }
    return party
  }

  /// Both learn each other's credentials and candidates, after `delay` each.
  func introduce(_ one: Party, _ other: Party, delay: Double = 0.03) {
    one.peer = other
    other.peer = one
    for (from, to) in [(one, other), (other, one)] {
      let credentials = from.agent.credentials
      signal(after: delay) { [unowned self] in to.agent.setRemote(credentials, at: now) }
      from.agent.gather(at: now, into: &from.outputs)
      drain(from)
    }
  }

  func signal(after delay: Double, _ body: @escaping () -> Void) {
    signals.add(signalled.count, at: now + .seconds(delay))
    signalled.append(body)
  }

  /// Until a time, or until something is so.
  func run(until end: Double, _ isEnough: () -> Bool = { false }) {
    var sameTime = 0
    for party in parties { drain(party) }
    while !isEnough() {
      var next = MediaTime.earliest(signals.earliest, router.deadline)
      for entry in links { next = .earliest(next, entry.link.deadline) }
      for party in parties { next = .earliest(next, party.agent.deadline) }
      guard let next, next <= .seconds(end) else { break }
      sameTime = next <= now ? sameTime + 1 : 0
      guard sameTime < 200 else {
        Issue.record("no progress at \(now.seconds) s, seed \(seed)")
        return
      }
      now = max(now, next)
      polls += 1
      step()
    }
    if !isEnough() { now = max(now, .seconds(end)) }
  }

  private func step() {
    if let (_, number) = signals.take(until: now) { signalled[number]() }
    for index in links.indices {
      var deliveries: [LinkDelivery] = []
      links[index].link.deliver(until: now, into: &deliveries)
      for delivery in deliveries { arrive(delivery.bytes, links[index].path) }
    }
    for party in parties {
      if let deadline = party.agent.deadline, deadline <= now {
        party.agent.handleTimeout(at: now, using: &party.random, into: &party.outputs)
      }
      drain(party)
    }
    if let deadline = router.deadline, deadline <= now {
      router.handleTimeout(at: now, into: &routerOutputs)
    }
    drainRouter()
  }

  private func drain(_ party: Party) {
    for datagram in party.outputs.datagrams { send(datagram.bytes, datagram.path) }
    for event in party.outputs.events {
      party.events.append(event)
      if case .selected = event, party.connected == nil { party.connected = now }
      if case .candidate(let candidate) = event, let peer = party.peer { tell(peer, candidate) }
    }
    party.outputs.removeAll()
  }

  private func tell(_ peer: Party, _ candidate: ICECandidate) {
    signal(after: 0.03) { [unowned self] in
      let remote = ICECandidate(
        remote: candidate.kind, host: candidate.address.digits, port: candidate.address.port,
        priority: candidate.priority)
      if let remote { peer.agent.addRemote(remote, at: now) }
    }
  }

  func drainRouter() {
    for datagram in routerOutputs.datagrams { send(datagram.bytes, datagram.path) }
    routerEvents += routerOutputs.events
    routerOutputs.removeAll()
  }

  private func send(_ bytes: [UInt8], _ path: ICEPath) {
    var path = path
    for index in translators.indices {
      path = translators[index].outbound(path)
    }
    log.append("\(now.nanoseconds) \(path.local) \(path.remote) \(Hex.text(bytes))")
    guard let settings = settings(path, now) else { return }
    let index = links.firstIndex { $0.path == path && $0.link.settings == settings }
    if let index {
      links[index].link.send(bytes, at: now)
    } else {
      var link = NetworkLink(settings, seed: seed &+ UInt64(links.count))
      link.send(bytes, at: now)
      links.append((path, link))
    }
  }

  /// - Parameter path: the sender's.
  private func arrive(_ bytes: [UInt8], _ path: ICEPath) {
    var path = ICEPath(local: path.remote, remote: path.local)
    for translator in translators {
      guard let inside = translator.inbound(path) else { return }
      path = inside
    }
    if path.local == Self.stunServer {
      guard let message = try? STUNMessage(parsing: bytes), message.kind == .request else { return }
      var answer = STUNMessage(.success, message.transactionID)
      answer.mappedAddress = path.remote
      send(answer.bytes(key: nil), path)
    } else if path.local == Self.ours {
      _ = router.receive(
        bytes, from: path.remote, to: path.local, at: now, into: &routerOutputs)
      drainRouter()
    } else {
      for party in parties
      where party.agent.hosts.contains(where: { $0.address == path.local }) {
        party.agent.receive(
          bytes, from: path.remote, to: path.local, at: now, into: &party.outputs)
        drain(party)
      }
    }
  }
}

/// A router that gives the addresses behind it ports of its own, and lets in only who was sent to.
struct Translator {
  let inside: TransportAddress
  let outside: TransportAddress
  /// A port for every address that is sent to, so that no server can tell which one the next will be.
  var isSymmetric = false
  /// Added to all ports from now on.
  var shift: UInt16 = 0
  private var sessions: [(inside: ICEPath, outside: TransportAddress)] = []

  init(inside: TransportAddress, outside: TransportAddress) {
    self.inside = inside
    self.outside = outside
  }

  private func isBehind(_ address: TransportAddress) -> Bool { address.digits == inside.digits }

  /// All that was let in is forgotten, and ports are others.
  mutating func rebind() {
    sessions.removeAll()
    shift += 1_000
  }

  mutating func outbound(_ path: ICEPath) -> ICEPath {
    guard isBehind(path.local) else { return path }
    if let known = sessions.first(where: { $0.inside == path }) {
      return ICEPath(local: known.outside, remote: path.remote)
    }
    let same = sessions.first { !isSymmetric && $0.inside.local == path.local }
    let port = outside.port + shift + UInt16(sessions.count)
    let address = same?.outside ?? outside.at(port: port)
    sessions.append((path, address))
    return ICEPath(local: address, remote: path.remote)
  }

  /// Nil when it is not let in.
  func inbound(_ path: ICEPath) -> ICEPath? {
    guard path.local.digits == outside.digits else { return path }
    guard
      let session = sessions.first(where: {
        $0.outside == path.local && $0.inside.remote == path.remote
      })
    else { return nil }
    return session.inside
  }
}

extension TransportAddress {
  /// The same address at another port.
  func at(port: UInt16) -> TransportAddress {
    isIPv6
      ? TransportAddress(ipv6High: high, low: low, scope: scope, port: port)
      : TransportAddress(ipv4: UInt32(truncatingIfNeeded: low), port: port)
  }
}
