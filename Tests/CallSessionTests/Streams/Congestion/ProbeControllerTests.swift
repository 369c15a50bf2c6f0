import MediaCore
import Testing

@testable import CallSession

@Suite struct ProbeControllerTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func `a probe finds what a link carries`() throws {
    var probes = ProbeController()
    probes.need = 2_000_000
    probes.update(estimate: 300_000, limit: 5_000_000, isQueueing: false, at: .zero)
    var now = MediaTime.zero
    var sent: [(id: Int, time: MediaTime)] = []
    while let deadline = probes.deadline, sent.count < 20 {
      now = max(now, deadline)
      guard let id = probes.due(at: now) else { break }
      probes.noteSent(id, size: 1_200)
      sent.append((id, now))
    }
    // At twice the estimate: eight packets are the fewest.
    #expect(sent.count == 8)
    #expect(sent.last?.time == MediaTime(milliseconds: 112))
    var found: Double?
    for (index, packet) in sent.enumerated() {
      // The link carries 500 kbit/s: 19.2 ms a packet.
      let arrival = MediaTime(nanoseconds: 50_000_000 + Int64(index) * 19_200_000)
      found = probes.note(
        TransportSendHistory.Result(
          sequence: Int64(index), size: 1_200, sent: packet.time, arrival: arrival,
          wasMissing: false, probe: packet.id), inherentLoss: 0, at: now)
    }
    #expect(abs(try #require(found) - 475_000) < 1_000)
  }

  @Test func `without a need nothing is probed`() {
    var probes = ProbeController()
    for time in Int64(0)..<100 {
      probes.update(
        estimate: 300_000, limit: 5_000_000, isQueueing: false, at: Self.milliseconds(time * 100))
      #expect(probes.due(at: Self.milliseconds(time * 100)) == nil)
    }
    probes.need = 310_000
    probes.update(
      estimate: 300_000, limit: 5_000_000, isQueueing: false, at: Self.milliseconds(10_000))
    // No more than is needed is tried.
    #expect(probes.due(at: Self.milliseconds(10_000)) != nil)
    #expect(probes.due(at: Self.milliseconds(10_020)) != nil)
  }

  /// Of a path that never carries more.
  @Test func `the first bursts follow each other soon, later ones every five seconds`() {
    var probes = ProbeController()
    probes.need = 1_000_000
    var begun: [Int64] = []
    var last: Int?
    for time in Int64(0)..<3_000 {
      let now = Self.milliseconds(time * 10)
      probes.update(estimate: 500_000, limit: 5_000_000, isQueueing: false, at: now)
      while let id = probes.due(at: now) {
        if id != last { begun.append(time * 10) }
        last = id
        probes.noteSent(id, size: 1_200)
      }
    }
    let pauses = zip(begun, begun.dropFirst()).map { $1 - $0 }
    #expect(begun.first == 0)
    #expect(pauses.first == 1_000, "a burst is waited for that long")
    #expect(pauses[1] <= 1_100 && pauses[2] <= 2_100, "\(pauses)")
    #expect(pauses.suffix(3).allSatisfy { $0 == 5_000 }, "\(pauses)")
  }
}
