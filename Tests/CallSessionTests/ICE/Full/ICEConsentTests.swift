import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// What becomes of a way once it was chosen.
@Suite struct ICEConsentTests {
  static let here = TransportAddress(ipv4: 0xC000_020A, port: 5_000)
  static let second = TransportAddress(ipv4: 0xC000_020B, port: 5_000)
  static let there = TransportAddress(ipv4: 0xC633_6414, port: 5_000)

  /// A network whose ways can be cut.
  final class Wires {
    let stage: ICEStage
    var isCut: (ICEPath) -> Bool = { _ in false }

    init(seed: UInt64) {
      stage = ICEStage(seed: seed)
      stage.settings = { [unowned self] path, _ in isCut(path) ? nil : ICEAgentTests.link() }
    }

    /// Two full agents.
    func connect(hosts: [TransportAddress] = [here]) -> (ICEStage.Party, ICEStage.Party) {
      let one = stage.party("one", role: .controlling, hosts: hosts)
      let other = stage.party("other", role: .controlled, hosts: [there])
      stage.introduce(one, other)
      stage.run(until: 1)
      return (one, other)
    }

    /// A full agent and a server's port.
    func connectToServer(hosts: [TransportAddress] = [here]) throws -> (ICEStage.Party, ICEPeerID) {
      let one = stage.party("one", role: .controlled, hosts: hosts)
      let credentials = ICECredentials(using: &one.random)
      let added = stage.router.add(credentials, at: stage.now, into: &stage.routerOutputs)
      one.agent.setRemote(credentials, isLite: true, at: stage.now)
      one.agent.addRemote(
        ICECandidate(remote: .host, ICEStage.ours, priority: 2_130_706_431), at: stage.now)
      stage.run(until: 1)
      return (one, try #require(added))
    }
  }

  @Test func `a client and a server's port agree for as long as both are there`() throws {
    let wires = Wires(seed: 1)
    let (one, peer) = try wires.connectToServer()
    let path = ICEPath(local: ICEStage.ours, remote: Self.here)
    #expect(one.agent.role == .controlling)
    #expect(one.agent.selected == ICEPath(local: Self.here, remote: ICEStage.ours))
    #expect(wires.stage.router.path(of: peer) == path)
    #expect(wires.stage.routerEvents == [.init(peer: peer, event: .selected(path))])
    wires.stage.run(until: 600)
    #expect(one.agent.state == .connected)
    #expect(wires.stage.router.path(of: peer) == path)
    // One question every five seconds in the mean, and its answer.
    let datagrams = wires.stage.log.count
    #expect((220...260).contains(datagrams), "\(datagrams) datagrams in ten minutes")
  }

  @Test func `questions come four to six seconds apart`() throws {
    let wires = Wires(seed: 2)
    let (one, _) = try wires.connectToServer()
    wires.stage.run(until: 300)
    let sent = wires.stage.log.filter { $0.contains(" \(Self.here) \(ICEStage.ours) ") }
      .map { Double($0.split(separator: " ")[0])! / 1e9 }
    let gaps = zip(sent.dropFirst(2), sent.dropFirst(3)).map { $1 - $0 }
    #expect(gaps.count > 40 && one.agent.state == .connected)
    #expect(gaps.allSatisfy { (4.0...6.0).contains($0) }, "\(gaps)")
    #expect(try #require(gaps.max()) - #require(gaps.min()) > 1, "they are not in step")
  }

  @Test func `both sides notice that the way is cut, after 30 seconds`() throws {
    let wires = Wires(seed: 3)
    let (one, peer) = try wires.connectToServer()
    wires.stage.run(until: 20)
    wires.isCut = { _ in true }
    wires.stage.run(until: 43)
    #expect(one.agent.state == .connected)
    wires.stage.run(until: 52)
    #expect(one.events.last == .consentExpired)
    #expect(one.agent.state == .failed && one.agent.path == nil && one.agent.deadline == nil)
    #expect(wires.stage.routerEvents.last == .init(peer: peer, event: .consentExpired))
    #expect(wires.stage.router.count == 0)
  }

  @Test func `loss alone does not end a call`() throws {
    for seed in UInt64(0)..<10 {
      let stage = ICEStage(seed: seed)
      stage.settings = { _, _ in ICEAgentTests.link(latency: 30, loss: 0.1) }
      let one = stage.party("one", role: .controlling, hosts: [Self.here])
      let other = stage.party("other", role: .controlled, hosts: [Self.there])
      stage.introduce(one, other)
      stage.run(until: 600)
      #expect(one.agent.state == .connected && other.agent.state == .connected, "seed \(seed)")
    }
  }

  @Test func `a call whose port changes on the way goes on`() throws {
    let wires = Wires(seed: 4)
    let inside = TransportAddress(ipv4: 0xC0A8_0002, port: 5_000)
    let outside = TransportAddress(ipv4: 0xCB00_7101, port: 40_000)
    wires.stage.translators = [Translator(inside: inside, outside: outside)]
    let (one, peer) = try wires.connectToServer(hosts: [inside])
    #expect(wires.stage.router.path(of: peer)?.remote == outside)
    wires.stage.run(until: 20)
    wires.stage.translators[0].rebind()
    wires.stage.run(until: 27)
    #expect(wires.stage.router.path(of: peer)?.remote.port == 41_000)
    wires.stage.run(until: 120)
    #expect(one.agent.state == .connected)
    #expect(wires.stage.router.count == 1)
  }

  @Test func `a machine that joins another network takes the call along`() throws {
    let wires = Wires(seed: 5)
    let (one, peer) = try wires.connectToServer()
    wires.stage.run(until: 10)
    one.agent.removeHost(Self.here, at: wires.stage.now, into: &one.outputs)
    #expect(one.agent.path == nil)
    one.agent.addHost(Self.second, at: wires.stage.now, into: &one.outputs)
    wires.stage.run(until: 11)
    #expect(one.agent.selected == ICEPath(local: Self.second, remote: ICEStage.ours))
    #expect(wires.stage.router.path(of: peer)?.remote == Self.second)

    let others = Wires(seed: 6)
    let (left, right) = others.connect(hosts: [Self.here, Self.second])
    #expect(left.agent.selected?.local == Self.here)
    left.agent.removeHost(Self.here, at: others.stage.now, into: &left.outputs)
    others.isCut = { $0.local == Self.here || $0.remote == Self.here }
    others.stage.run(until: 3)
    #expect(left.agent.selected == ICEPath(local: Self.second, remote: Self.there))
    #expect(right.agent.selected == ICEPath(local: Self.there, remote: Self.second))
  }

  @Test func `a way that falls silent is left for another before consent expires`() throws {
    let wires = Wires(seed: 7)
    let (one, other) = wires.connect(hosts: [Self.here, Self.second])
    wires.stage.run(until: 20)
    wires.isCut = { $0.local == Self.here || $0.remote == Self.here }
    wires.stage.run(until: 40)
    #expect(one.agent.selected?.local == Self.second)
    #expect(other.agent.selected?.remote == Self.second)
    wires.stage.run(until: 120)
    #expect(one.agent.state == .connected && other.agent.state == .connected)
    #expect(!one.events.contains(.consentExpired) && !other.events.contains(.consentExpired))
  }

  @Test func `a restart keeps the old way until there is a new one`() throws {
    let wires = Wires(seed: 8)
    let (one, other) = wires.connect()
    let way = one.agent.selected
    let names = (ICECredentials(using: &one.random), ICECredentials(using: &other.random))
    one.agent.restart(names.0, at: wires.stage.now, into: &one.outputs)
    wires.stage.run(until: 20)
    // The other side does not know yet, and consent goes on under the old names.
    #expect(one.agent.selected == way && one.agent.state == .connected)
    #expect(other.agent.state == .connected)
    other.agent.restart(names.1, at: wires.stage.now, into: &other.outputs)
    wires.stage.run(until: 60)
    #expect(one.agent.state == .connected && other.agent.state == .connected)
    one.agent.setRemote(names.1, at: wires.stage.now)
    other.agent.setRemote(names.0, at: wires.stage.now)
    wires.stage.run(until: 62)
    for party in [one, other] {
      #expect(party.agent.previous == nil)
      #expect(party.events.count { if case .selected = $0 { true } else { false } } == 2)
      #expect(!party.events.contains { if case .failed = $0 { true } else { false } })
    }
    wires.stage.run(until: 120)
    #expect(one.agent.state == .connected && other.agent.state == .connected)
  }

  @Test func `a restart that leads nowhere says so and keeps the old way`() throws {
    let wires = Wires(seed: 9)
    let (one, _) = wires.connect()
    let way = one.agent.selected
    one.agent.restart(
      ICECredentials(using: &one.random), at: wires.stage.now, into: &one.outputs)
    // Names that nobody has.
    one.agent.setRemote(ICECredentials(using: &one.random), at: wires.stage.now)
    wires.stage.run(until: 90)
    #expect(one.events.contains { if case .failed = $0 { true } else { false } })
    #expect(one.agent.selected == way && one.agent.state == .connected)
  }

  @Test func `after it failed a restart begins anew`() throws {
    let wires = Wires(seed: 10)
    let (one, other) = wires.connect()
    wires.isCut = { _ in true }
    wires.stage.run(until: 60)
    #expect(one.agent.state == .failed && other.agent.state == .failed)
    wires.isCut = { _ in false }
    for party in [one, other] {
      party.agent.restart(
        ICECredentials(using: &party.random), at: wires.stage.now, into: &party.outputs)
    }
    wires.stage.introduce(one, other)
    wires.stage.run(until: 62)
    #expect(one.agent.state == .connected && other.agent.state == .connected)
  }

  @Test func `a server's peer restarts`() throws {
    let wires = Wires(seed: 11)
    let (one, peer) = try wires.connectToServer()
    let names = (ICECredentials(using: &one.random), ICECredentials(using: &one.random))
    one.agent.restart(names.0, at: wires.stage.now, into: &one.outputs)
    let isRestarted = wires.stage.router.restart(peer, names.1, at: wires.stage.now)
    #expect(isRestarted)
    // Long enough that consent would have ended, had it not been given under the old names.
    wires.stage.run(until: 50)
    #expect(one.agent.state == .connected)
    one.agent.setRemote(names.1, isLite: true, at: wires.stage.now)
    one.agent.addRemote(
      ICECandidate(remote: .host, ICEStage.ours, priority: 2_130_706_431), at: wires.stage.now)
    wires.stage.run(until: 100)
    #expect(one.agent.previous == nil && one.agent.state == .connected)
    #expect(wires.stage.router.path(of: peer)?.remote == Self.here)
  }

  @Test func `whoever is closed is silent`() throws {
    let wires = Wires(seed: 12)
    let (one, _) = wires.connect()
    one.agent.close()
    let before = wires.stage.log.filter { $0.contains(" \(Self.here) \(Self.there)") }.count
    wires.stage.run(until: 40)
    let after = wires.stage.log.filter { $0.contains(" \(Self.here) \(Self.there)") }.count
    #expect(after == before)
    #expect(one.agent.deadline == nil && one.agent.path == nil && one.agent.state == .closed)
  }
}
