import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct RecentTransactionsTests {
  private func id(_ number: Int) -> STUNTransactionID {
    STUNTransactionID(high: 1, low: UInt64(number))
  }

  @Test func `a check may be repeated from where it came, and from nowhere else`() {
    var recent = RecentTransactions()
    let results = [1, 1, 2, 1].map { recent.isNew(id(0), from: Checker.address($0)) }
    #expect(results == [true, true, false, true])
  }

  @Test func `the last 128 are remembered`() {
    var recent = RecentTransactions()
    for number in 0..<1_000 {
      let isNew = recent.isNew(id(number), from: Checker.address(1))
      #expect(isNew)
    }
    for number in 1_000 - RecentTransactions.most..<1_000 {
      let isNew = recent.isNew(id(number), from: Checker.address(2))
      #expect(!isNew)
    }
    let isNew = recent.isNew(id(999 - RecentTransactions.most), from: Checker.address(2))
    #expect(isNew)
  }

  @Test func `a recorded check gives a full agent no address to try`() throws {
    let host = ICEStage.ours
    let stage = ICEStage(seed: 1)
    let party = stage.party("party", role: .controlled, hosts: [host])
    let peer = Checker(party.agent.credentials)
    party.agent.setRemote(ICECredentials(using: &party.random), at: .zero)
    let check = peer.check(nominates: true)
    var outputs = ICEOutputs()
    for port in UInt16(1)...20 {
      party.agent.receive(
        check, from: Checker.address(port), to: host, at: .zero, into: &outputs)
    }
    #expect(outputs.datagrams.map(\.path.remote) == [Checker.address(1)])
    #expect(party.agent.statistics.replayed == 19)
    #expect(party.agent.pairs.map(\.path.remote) == [Checker.address(1)])
  }
}
