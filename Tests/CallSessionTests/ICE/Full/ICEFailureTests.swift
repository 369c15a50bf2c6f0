import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// Calls that do not come about, and what is said of them.
@Suite struct ICEFailureTests {
  static let here = TransportAddress(ipv4: 0xC000_020A, port: 5_000)
  static let there = TransportAddress(ipv4: 0xC633_6414, port: 5_000)

  private func failure(_ party: ICEStage.Party) -> ICEFailure? {
    for event in party.events { if case .failed(let failure) = event { return failure } }
    return nil
  }

  @Test func `a network that lets nothing through`() {
    let stage = ICEStage(seed: 1)
    stage.settings = { _, _ in nil }
    let one = stage.party("one", role: .controlling, hosts: [Self.here])
    let other = stage.party("other", role: .controlled, hosts: [Self.there])
    stage.introduce(one, other)
    stage.run(until: 39)
    #expect(failure(one) == nil && one.agent.state == .checking)
    stage.run(until: 42)
    for party in [one, other] {
      #expect(failure(party) == .noAnswer(pairs: 1))
      #expect(party.agent.deadline == nil)
    }
    #expect(failure(one)?.description.contains("firewall") == true)
  }

  @Test func `nothing to try`() throws {
    for (hosts, remotes, expected) in [
      ([Self.here], [], ICEFailure.noPairs(local: 1, remote: 0)),
      ([], [Self.there], .noPairs(local: 0, remote: 1)),
      (
        [Self.here], [try #require(TransportAddress("2001:db8::1", port: 9))],
        .noPairs(local: 1, remote: 1)
      ),
    ] as [([TransportAddress], [TransportAddress], ICEFailure)] {
      let stage = ICEStage(seed: 2)
      let one = stage.party("one", role: .controlling, hosts: hosts)
      one.agent.setRemote(ICECredentials(using: &one.random), at: .zero)
      for remote in remotes {
        one.agent.addRemote(ICECandidate(remote: .host, remote, priority: 1), at: .zero)
      }
      stage.run(until: 100)
      #expect(failure(one) == expected)
      #expect(stage.log.isEmpty)
    }
  }

  @Test func `a password of yesterday`() {
    let stage = ICEStage(seed: 3)
    let one = stage.party("one", role: .controlling, hosts: [Self.here])
    let other = stage.party("other", role: .controlled, hosts: [Self.there])
    let stale = ICECredentials(using: &one.random)
    for (party, host) in [(one, Self.there), (other, Self.here)] {
      party.agent.setRemote(stale, at: .zero)
      party.agent.addRemote(ICECandidate(remote: .host, host, priority: 1), at: .zero)
    }
    stage.run(until: 100)
    #expect(failure(one) == .wrongPassword && failure(other) == .wrongPassword)
    #expect(one.agent.statistics.answered == 0 && one.agent.statistics.refused > 0)
  }

  @Test func `a side that never decides`() {
    let stage = ICEStage(seed: 4)
    let one = stage.party("one", role: .controlled, hosts: [Self.here])
    var random = SeededGenerator(seed: 9)
    let remote = ICECredentials(using: &random)
    one.agent.setRemote(remote, at: .zero)
    one.agent.addRemote(ICECandidate(remote: .host, ICEStage.ours, priority: 1), at: .zero)
    // A server that answers and leaves it there.
    stage.settings = { path, _ in path.remote == ICEStage.ours ? ICEAgentTests.link() : nil }
    var answered = 0
    stage.run(until: 1)
    for line in stage.log where line.contains(" \(Self.here) \(ICEStage.ours) ") {
      let bytes = Hex.bytes(String(line.split(separator: " ")[3]))
      guard let request = try? STUNMessage(parsing: bytes) else { continue }
      var answer = STUNMessage(.success, request.transactionID)
      answer.mappedAddress = Self.here
      one.agent.receive(
        answer.bytes(key: STUNKey(remote.password)), from: ICEStage.ours, to: Self.here,
        at: stage.now, into: &one.outputs)
      answered += 1
    }
    stage.run(until: 100)
    #expect(answered > 0)
    #expect(failure(one) == .noDecision)
  }

  @Test func `answers from elsewhere, under other passwords or to nothing are not believed`() {
    let stage = ICEStage(seed: 5)
    stage.settings = { _, _ in nil }
    let one = stage.party("one", role: .controlling, hosts: [Self.here])
    var random = SeededGenerator(seed: 9)
    let remote = ICECredentials(using: &random)
    one.agent.setRemote(remote, at: .zero)
    one.agent.addRemote(ICECandidate(remote: .host, Self.there, priority: 1), at: .zero)
    stage.run(until: 0.1)
    let sent = Hex.bytes(String(stage.log[0].split(separator: " ")[3]))
    guard let request = try? STUNMessage(parsing: sent) else {
      Issue.record("no request")
      return
    }
    func answer(_ id: STUNTransactionID, _ password: String?, from: TransportAddress) {
      var answer = STUNMessage(.success, id)
      answer.mappedAddress = Self.here
      one.agent.receive(
        answer.bytes(key: password.map { STUNKey($0) }), from: from, to: Self.here, at: stage.now,
        into: &one.outputs)
    }
    answer(request.transactionID, nil, from: Self.there)
    answer(request.transactionID, "some other password of length", from: Self.there)
    answer(request.transactionID, remote.password, from: Self.there.at(port: 1))
    answer(STUNTransactionID(high: 1, low: 2), remote.password, from: Self.there)
    #expect(one.agent.pairs[0].state == .inProgress)
    #expect(one.agent.statistics.strays == 2 && one.agent.statistics.rejected == 1)
    answer(request.transactionID, remote.password, from: Self.there)
    #expect(one.agent.pairs[0].state == .succeeded)
  }

  @Test func `forged and broken datagrams change nothing`() {
    let stage = ICEStage(seed: 6)
    let one = stage.party("one", role: .controlling, hosts: [Self.here])
    let other = stage.party("other", role: .controlled, hosts: [Self.there])
    stage.introduce(one, other)
    stage.run(until: 1)
    let way = one.agent.selected
    var random = SeededGenerator(seed: 7)
    let seen = stage.log.map { Hex.bytes(String($0.split(separator: " ")[3])) }
    var outputs = ICEOutputs()
    for _ in 0..<3_000 {
      var bytes = seen[.random(in: 0..<seen.count, using: &random)]
      // Anything before the checksum, which says nothing of who wrote it.
      bytes[.random(in: 0..<bytes.count - 8, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      bytes.removeLast(.random(in: 0...8, using: &random))
      let source = TransportAddress(ipv4: UInt32.random(in: 0...(.max), using: &random), port: 9)
      one.agent.receive(bytes, from: source, to: Self.here, at: stage.now, into: &outputs)
      other.agent.receive(bytes, from: source, to: Self.there, at: stage.now, into: &outputs)
    }
    #expect(outputs.datagrams.isEmpty && outputs.events.isEmpty)
    #expect(one.agent.selected == way)
    #expect(one.agent.pairs.count == 1 && other.agent.pairs.count == 1)
  }
}
