import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// Two full agents, each other's peers.
@Suite struct ICEAgentTests {
  static func address(_ text: String, _ port: UInt16 = 5_000) throws -> TransportAddress {
    try #require(TransportAddress(text, port: port))
  }

  static func link(latency: Int64 = 10, loss: Double = 0) -> LinkSettings {
    var settings = LinkSettings()
    settings.latency = MediaTime(milliseconds: latency)
    if loss > 0 { settings.loss = .independent(rate: loss) }
    return settings
  }

  private func areConnected(_ one: ICEStage.Party, _ other: ICEStage.Party) -> Bool {
    one.agent.state == .connected && other.agent.state == .connected
  }

  @Test func `two sides find the same way`() throws {
    let stage = ICEStage(seed: 1)
    let (here, there) = (try Self.address("192.0.2.10"), try Self.address("198.51.100.20"))
    let one = stage.party("one", role: .controlling, hosts: [here])
    let other = stage.party("other", role: .controlled, hosts: [there])
    stage.introduce(one, other)
    stage.run(until: 2)
    #expect(one.agent.selected == ICEPath(local: here, remote: there))
    #expect(other.agent.selected == ICEPath(local: there, remote: here))
    // Signalling of 30 ms, a round trip to find the pair and one to name it.
    #expect(try #require(one.connected) <= .seconds(0.12))
    #expect(try #require(other.connected) <= .seconds(0.12))
    #expect(one.events.count { $0 == .gathered } == 1)
    #expect(one.agent.accepts(ICEPath(local: here, remote: there)))
  }

  @Test func `loss, reordering and jitter do not keep them apart`() throws {
    for seed in UInt64(0)..<25 {
      var logs: [[String]] = []
      for _ in 0..<2 {
        let stage = ICEStage(seed: seed)
        stage.settings = { _, _ in
          var settings = Self.link(latency: 40, loss: 0.2)
          settings.reordering = .init(rate: 0.2, delay: MediaTime(milliseconds: 120))
          settings.duplication = 0.1
          return settings
        }
        let one = stage.party(
          "one", role: .controlling,
          hosts: try ["192.0.2.10", "192.0.2.11"].map { try Self.address($0) })
        let other = stage.party(
          "other", role: .controlled,
          hosts: try ["198.51.100.20", "2001:db8::1"].map { try Self.address($0) })
        stage.introduce(one, other)
        stage.run(until: 120)
        #expect(areConnected(one, other), "seed \(seed)")
        let way = try #require(one.agent.selected)
        #expect(
          other.agent.selected == ICEPath(local: way.remote, remote: way.local), "seed \(seed)")
        #expect(try #require(one.connected) < .seconds(15), "seed \(seed)")
        logs.append(stage.log)
      }
      #expect(logs[0] == logs[1], "seed \(seed)")
    }
  }

  @Test func `a way that swallows everything costs little time`() throws {
    let stage = ICEStage(seed: 2)
    let dead = try Self.address("192.0.2.10")
    stage.settings = { path, _ in
      path.local == dead || path.remote == dead ? nil : Self.link()
    }
    let alive = try Self.address("192.0.2.11")
    let one = stage.party("one", role: .controlling, hosts: [dead, alive])
    let other = stage.party(
      "other", role: .controlled, hosts: [try Self.address("198.51.100.20")])
    stage.introduce(one, other)
    stage.run(until: 1)
    #expect(one.agent.selected?.local == alive)
    #expect(areConnected(one, other))
  }

  @Test func `a way that works in one direction only is not used`() throws {
    for direction in [false, true] {
      let stage = ICEStage(seed: 3)
      let half = try Self.address("192.0.2.10")
      stage.settings = { path, _ in
        (direction ? path.local : path.remote) == half ? nil : Self.link()
      }
      let alive = try Self.address("192.0.2.11")
      let one = stage.party("one", role: .controlling, hosts: [half, alive])
      let other = stage.party(
        "other", role: .controlled, hosts: [try Self.address("198.51.100.20")])
      stage.introduce(one, other)
      stage.run(until: 60)
      #expect(one.agent.selected?.local == alive)
      #expect(areConnected(one, other))
    }
  }

  @Test func `two sides behind routers meet by what a server saw of them`() throws {
    let stage = ICEStage(seed: 4)
    let (here, there) = (try Self.address("192.168.0.2"), try Self.address("10.0.0.2"))
    stage.translators = [
      Translator(inside: here, outside: try Self.address("203.0.113.1", 40_000)),
      Translator(inside: there, outside: try Self.address("203.0.113.2", 50_000)),
    ]
    let isPrivate: (TransportAddress) -> Bool = {
      $0.digits == here.digits || $0.digits == there.digits
    }
    stage.settings = { path, _ in isPrivate(path.remote) ? nil : Self.link() }
    var configuration = ICEAgent.Configuration()
    configuration.servers = [ICEStage.stunServer]
    let one = stage.party("one", role: .controlling, hosts: [here], configuration)
    let other = stage.party("other", role: .controlled, hosts: [there], configuration)
    stage.introduce(one, other)
    stage.run(until: 5)
    #expect(one.agent.selected?.remote == (try Self.address("203.0.113.2", 50_000)))
    #expect(other.agent.selected?.remote == (try Self.address("203.0.113.1", 40_000)))
    let reflexive = one.agent.localCandidates.filter { $0.kind == .serverReflexive }
    #expect(reflexive.map(\.address) == [try Self.address("203.0.113.1", 40_000)])
    #expect(reflexive.first?.base == here)
    #expect(one.events.count { $0 == .gathered } == 1)
  }

  @Test func `a side whose port nobody can foretell is learned from its checks`() throws {
    let stage = ICEStage(seed: 5)
    let (here, there) = (try Self.address("192.168.0.2"), try Self.address("198.51.100.20"))
    var translator = Translator(inside: here, outside: try Self.address("203.0.113.1", 40_000))
    translator.isSymmetric = true
    stage.translators = [translator]
    stage.settings = { path, _ in path.remote.digits == here.digits ? nil : Self.link() }
    var configuration = ICEAgent.Configuration()
    configuration.servers = [ICEStage.stunServer]
    let one = stage.party("one", role: .controlling, hosts: [here], configuration)
    let other = stage.party("other", role: .controlled, hosts: [there])
    stage.introduce(one, other)
    stage.run(until: 5)
    #expect(areConnected(one, other))
    let seen = try #require(other.agent.selected?.remote)
    #expect(seen.digits == "203.0.113.1" && seen.port > 40_000)
    #expect(other.agent.remoteCandidates.contains { $0.kind == .peerReflexive })
  }

  @Test(arguments: [ICERole.controlling, .controlled])
  func `two sides that want one role agree`(role: ICERole) throws {
    for seed in UInt64(0)..<20 {
      let stage = ICEStage(seed: seed)
      let one = stage.party("one", role: role, hosts: [try Self.address("192.0.2.10")])
      let other = stage.party("other", role: role, hosts: [try Self.address("198.51.100.20")])
      stage.introduce(one, other)
      stage.run(until: 5)
      #expect(areConnected(one, other), "seed \(seed)")
      #expect(one.agent.role != other.agent.role)
      let winner = one.agent.tieBreaker > other.agent.tieBreaker ? one : other
      #expect(winner.agent.role == .controlling)
    }
  }

  @Test func `addresses that come late are tried, and checks that come early are answered`() throws
  {
    let stage = ICEStage(seed: 6)
    let (here, there) = (try Self.address("192.0.2.10"), try Self.address("198.51.100.20"))
    let one = stage.party("one", role: .controlling, hosts: [])
    let other = stage.party("other", role: .controlled, hosts: [there])
    stage.introduce(one, other)
    stage.run(until: 3)
    #expect(!areConnected(one, other))
    one.agent.addHost(here, at: stage.now, into: &one.outputs)
    stage.run(until: 4)
    #expect(areConnected(one, other))

    // One side knows the other's password long before the other knows its own.
    let late = ICEStage(seed: 7)
    let asker = late.party("asker", role: .controlling, hosts: [here])
    let knower = late.party("knower", role: .controlled, hosts: [there])
    asker.peer = knower
    let credentials = knower.agent.credentials
    asker.agent.setRemote(credentials, at: .zero)
    let remote = ICECandidate(remote: .host, host: there.digits, port: there.port, priority: 9)
    asker.agent.addRemote(try #require(remote), at: .zero)
    late.run(until: 0.2)
    #expect(knower.agent.statistics.answered > 0 && knower.agent.statistics.sent == 0)
    #expect(knower.agent.path == nil)
    knower.agent.setRemote(asker.agent.credentials, at: late.now)
    late.run(until: 1)
    #expect(areConnected(asker, knower))
  }

  @Test func `names in place of addresses are ignored`() throws {
    let name = "9b36eaac-bb2e-49bb-bb78-21c41c499900.local"
    #expect(ICECandidate(remote: .host, host: name, port: 5_000, priority: 1) == nil)
    #expect(ICECandidate(remote: .host, host: "0.0.0.0", port: 5_000, priority: 1) == nil)
    #expect(ICECandidate(remote: .host, host: "192.0.2.1", port: 0, priority: 1) == nil)
    // Their sender is found by its own checks.
    let stage = ICEStage(seed: 8)
    let (here, there) = (try Self.address("192.0.2.10"), try Self.address("198.51.100.20"))
    let browser = stage.party("browser", role: .controlling, hosts: [here])
    let other = stage.party("other", role: .controlled, hosts: [there])
    other.peer = browser
    let credentials = (browser.agent.credentials, other.agent.credentials)
    browser.agent.setRemote(credentials.1, at: .zero)
    other.agent.setRemote(credentials.0, at: .zero)
    stage.run(until: 1)
    #expect(areConnected(browser, other))
  }

  @Test func `numbers of candidates and pairs are bounded`() throws {
    let stage = ICEStage(seed: 9)
    let one = stage.party(
      "one", role: .controlling,
      hosts: (1...40).map { TransportAddress(ipv4: 0xC000_0200 + $0, port: 5_000) })
    one.agent.setRemote(ICECredentials(using: &one.random), at: .zero)
    for index in UInt32(1)...1_000 {
      let address = TransportAddress(ipv4: 0xC633_0000 + index, port: 6_000)
      one.agent.addRemote(
        ICECandidate(remote: .host, address, priority: .max - index), at: .zero)
    }
    #expect(one.agent.hosts.count == ICEAgent.mostHosts)
    #expect(one.agent.remoteCandidates.count == ICEAgent.mostRemotes)
    #expect(one.agent.pairs.count == ICEAgent.mostPairs)
    stage.run(until: 100)
    // Seven each at most: nobody is flooded because somebody named their address.
    #expect(one.agent.statistics.sent <= 7 * ICEAgent.mostPairs)
    #expect(one.events.last == .failed(.noAnswer(pairs: ICEAgent.mostPairs)))
  }

  @Test func `priorities are those of RFC 8445`() {
    // What every browser gives its first host address.
    #expect(ICECandidate.priority(.host, rank: 0) == 2_130_706_431)
    #expect(ICECandidate.priority(.serverReflexive, rank: 0) == 1_694_498_815)
    #expect(ICECandidate.priority(.host, rank: 70_000) == 126 << 24 | 255)
    let path = ICEPath(local: ICEStage.ours, remote: ICEStage.stunServer)
    let pair = ICEPair(path, localPriority: 3, remotePriority: 2)
    #expect(pair.priority(.controlling) == 2 << 32 + 6 + 1)
    #expect(pair.priority(.controlled) == 2 << 32 + 6)
    let highest = ICECandidate(remote: .host, ICEStage.ours, priority: .max).priority
    let top = ICEPair(path, localPriority: highest, remotePriority: highest)
    #expect(top.priority(.controlling) == 0x7FFF_FFFF << 32 + 2 * 0x7FFF_FFFF)
    #expect(ICECandidate(remote: .host, ICEStage.ours, priority: 0).priority == 1)
  }
}
