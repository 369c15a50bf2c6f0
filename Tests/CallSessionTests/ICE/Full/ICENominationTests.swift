import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// Which of several ways is chosen, and when.
@Suite struct ICENominationTests {
  static let first = TransportAddress(ipv4: 0xC000_020A, port: 5_000)
  static let second = TransportAddress(ipv4: 0xC000_020B, port: 5_000)
  static let there = TransportAddress(ipv4: 0xC633_6414, port: 5_000)

  /// Two ways, of which the first is preferred and has the given latency.
  private func connect(latency: Int64, seed: UInt64) -> (ICEStage.Party, ICEStage.Party) {
    let stage = ICEStage(seed: seed)
    stage.settings = { path, _ in
      let isFirst = path.local == Self.first || path.remote == Self.first
      return ICEAgentTests.link(latency: isFirst ? latency : 5)
    }
    let one = stage.party("one", role: .controlling, hosts: [Self.first, Self.second])
    let other = stage.party("other", role: .controlled, hosts: [Self.there])
    stage.introduce(one, other)
    stage.run(until: 5)
    return (one, other)
  }

  @Test func `a better way is waited for, but not for long`() throws {
    let (patient, _) = connect(latency: 70, seed: 1)
    #expect(patient.agent.selected?.local == Self.first)
    let (hasty, other) = connect(latency: 700, seed: 2)
    #expect(hasty.agent.selected?.local == Self.second)
    #expect(other.agent.selected?.remote == Self.second)
    #expect(try #require(hasty.connected) < .seconds(0.4))
  }

  @Test func `a check that was lost is repeated as soon as the other side is heard`() throws {
    let stage = ICEStage(seed: 5)
    stage.settings = { path, now in
      path.local == Self.first && now < .seconds(0.08) ? nil : ICEAgentTests.link(latency: 60)
    }
    let one = stage.party("one", role: .controlling, hosts: [Self.first])
    let other = stage.party("other", role: .controlled, hosts: [Self.there])
    stage.introduce(one, other)
    stage.run(until: 5)
    // Half a second is how long it would wait by itself.
    #expect(try #require(one.connected) < .seconds(0.45))
  }

  @Test func `an address that was heard before it was named has the priority it is named with`()
    throws
  {
    let stage = ICEStage(seed: 3)
    let party = stage.party("party", role: .controlled, hosts: [ICEStage.ours])
    let peer = Checker(party.agent.credentials)
    var outputs = ICEOutputs()
    party.agent.receive(
      peer.check(priority: 77), from: Checker.address(1), to: ICEStage.ours, at: .zero,
      into: &outputs)
    #expect(party.agent.remoteCandidates.map(\.kind) == [.peerReflexive])
    #expect(party.agent.pairs.map(\.remotePriority) == [77])
    let named = ICECandidate(remote: .host, Checker.address(1), priority: 99)
    // Twice is once.
    for _ in 0..<2 { party.agent.addRemote(named, at: .zero) }
    #expect(party.agent.remoteCandidates == [named])
    #expect(party.agent.pairs.map(\.remotePriority) == [99])
  }

  @Test func `a full agent follows the best of those that are named at once`() throws {
    let stage = ICEStage(seed: 4)
    let party = stage.party("party", role: .controlled, hosts: [ICEStage.ours])
    let remote = ICECredentials(using: &party.random)
    let peer = Checker(party.agent.credentials)
    party.agent.setRemote(remote, at: .zero)
    // The peer answers whatever it is asked.
    stage.settings = { _, _ in nil }
    func name(_ port: UInt16, _ priority: UInt32, at seconds: Double) {
      party.agent.receive(
        peer.check(nominates: true, priority: priority), from: Checker.address(port),
        to: ICEStage.ours, at: .seconds(seconds), into: &party.outputs)
      let before = stage.log.count
      stage.run(until: seconds + 0.02)
      for line in stage.log[before...] {
        let bytes = Hex.bytes(String(line.split(separator: " ")[3]))
        guard let request = try? STUNMessage(parsing: bytes), request.kind == .request else {
          continue
        }
        var answer = STUNMessage(.success, request.transactionID)
        answer.mappedAddress = ICEStage.ours
        party.agent.receive(
          answer.bytes(key: STUNKey(remote.password)), from: Checker.address(port),
          to: ICEStage.ours, at: stage.now, into: &party.outputs)
      }
      stage.run(until: seconds + 0.03)
    }
    name(1, 20, at: 1)
    name(2, 30, at: 1.1)
    name(3, 10, at: 1.2)
    #expect(party.agent.selected?.remote == Checker.address(2))
    name(3, 10, at: 3)
    #expect(party.agent.selected?.remote == Checker.address(3))
  }
}
