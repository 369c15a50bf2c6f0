import TestSupport
import Testing

@testable import CallSession

@Suite struct PeerSetTests {
  @Test func `members stand in the order of their numbers, each once`() {
    var random = SeededGenerator(seed: 5)
    var (set, wanted) = (PeerSet(), Set<Int>())
    for _ in 0..<2_000 {
      let id = Int.random(in: 0..<40, using: &random)
      let isMember = Bool.random(using: &random)
      set.set(ICEPeerID(rawValue: id), isMember: isMember)
      if isMember { wanted.insert(id) } else { wanted.remove(id) }
      #expect(set.ids.map(\.rawValue) == wanted.sorted())
      #expect(set.isEmpty == wanted.isEmpty)
    }
  }
}
