import CallSession
import MediaCore
import Testing

@Suite struct NetworkPathTests {
  private let origin = MediaTime(milliseconds: 90_000)

  private func path(_ change: (inout LinkSettings) -> Void) -> NetworkPath {
    var link = LinkSettings()
    change(&link)
    return NetworkPath(
      NetworkProfile(name: "test", both: link), participant: 0, seed: 1, from: origin)
  }

  @Test func `the profile's times count from the first datagram`() {
    var path = path {
      $0.latency = MediaTime(milliseconds: 10)
      $0.outages = [
        .init(start: MediaTime(milliseconds: 100), length: MediaTime(milliseconds: 100))
      ]
    }
    var deliveries: [LinkDelivery] = []
    path.send([1], isUp: true, at: origin)
    #expect(path.deadline == origin + MediaTime(milliseconds: 10))
    path.deliver(isUp: false, until: origin + MediaTime(milliseconds: 10), into: &deliveries)
    #expect(deliveries.isEmpty)
    path.deliver(isUp: true, until: origin + MediaTime(milliseconds: 10), into: &deliveries)
    #expect(deliveries.map(\.bytes) == [[1]] && path.deadline == nil)
    path.send([2], isUp: false, at: origin + MediaTime(milliseconds: 150))
    #expect(path.down.statistics.lostToOutages == 1 && path.deadline == nil)
  }

  @Test func `a flood is cut, and what is under way arrives`() {
    var path = path { $0.latency = MediaTime(milliseconds: 60_000) }
    for _ in 0..<NetworkPath.mostInFlight + 5 { path.send([1], isUp: false, at: origin) }
    #expect(path.overflowed == 5)
    path.send([1], isUp: true, at: origin)
    #expect(path.overflowed == 5)
    var deliveries: [LinkDelivery] = []
    path.deliver(isUp: false, until: origin + MediaTime(milliseconds: 60_000), into: &deliveries)
    #expect(deliveries.count == NetworkPath.mostInFlight)
    path.send([1], isUp: false, at: origin + MediaTime(milliseconds: 60_000))
    #expect(path.overflowed == 5)
  }
}
