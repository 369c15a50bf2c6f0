import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct PeerDeadlinesTests {
  @Test func `the earliest is always known, however often peers change their minds`() {
    var random = SeededGenerator(seed: 4)
    var deadlines = PeerDeadlines()
    var wanted: [Int: Int64] = [:]
    for _ in 0..<4_000 {
      let id = Int.random(in: 0..<50, using: &random)
      let time =
        Int.random(in: 0..<5, using: &random) == 0
        ? nil : Int64.random(in: 0..<30, using: &random)
      deadlines.set(ICEPeerID(rawValue: id), time.map { MediaTime(nanoseconds: $0) })
      wanted[id] = time
      let earliest = wanted.min { ($0.value, $0.key) < ($1.value, $1.key) }
      #expect(deadlines.earliest?.id.rawValue == earliest?.key)
      #expect(deadlines.earliest?.time.nanoseconds == earliest?.value)
      #expect(deadlines.count == wanted.count)
    }
  }

  @Test func `they come in the order of time, and of equal times in that of arrival`() {
    var deadlines = PeerDeadlines()
    for (id, time) in [(3, 5), (1, 5), (2, 9), (4, 1)] as [(Int, Int64)] {
      deadlines.set(ICEPeerID(rawValue: id), MediaTime(nanoseconds: time))
    }
    var order: [Int] = []
    while let (_, id) = deadlines.earliest {
      order.append(id.rawValue)
      deadlines.set(id, nil)
    }
    #expect(order == [4, 1, 3, 2])
  }
}
