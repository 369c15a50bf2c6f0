import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct LinkCapacityTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  static func settings(_ capacity: LinkCapacity) -> LinkSettings {
    var settings = LinkSettings()
    settings.capacity = capacity
    return settings
  }

  @Test func `a datagram takes its bits and those of IPv4 and UDP`() {
    // 97 + 28 bytes are 1 000 bits: 10 ms at 100 kbit/s.
    let capacity = LinkCapacity(rate: 100_000, queueLimit: .time(Self.milliseconds(100)))
    let run = NetworkLinkTests.run(
      Self.settings(capacity), count: 3, size: 97, spacing: Self.milliseconds(4))
    #expect(run.deliveries.map(\.arrival) == [10, 20, 30].map(Self.milliseconds))
    #expect(run.statistics.longestQueueDelay == Self.milliseconds(22))
    #expect(run.statistics.queueDelaySum == Self.milliseconds(10 + 16 + 22))
  }

  @Test func `the rate is kept over every stretch, and used while the queue is full`() {
    let capacity = LinkCapacity(rate: 500_000, queueLimit: .time(Self.milliseconds(50)))
    // Twice what fits.
    let run = NetworkLinkTests.run(
      Self.settings(capacity), count: 5000, size: 1222, spacing: Self.milliseconds(10))
    for (before, after) in zip(run.deliveries, run.deliveries.dropFirst()) {
      // 1 250 bytes on the wire are 20 ms.
      #expect(after.arrival - before.arrival == Self.milliseconds(20))
    }
    #expect(run.statistics.lostToQueue > 2490)
    #expect(run.statistics.lostToQueue < 2510)
    #expect(run.statistics.longestQueueDelay <= Self.milliseconds(50 + 20))
  }

  @Test func `a queue of bytes holds no more than those`() {
    // Four datagrams of 1 000 bytes on the wire, of which the first is on its way.
    let capacity = LinkCapacity(rate: 8000, queueLimit: .bytes(4000))
    var link = NetworkLink(Self.settings(capacity), seed: 1)
    for _ in 0..<6 { link.send([UInt8](repeating: 0, count: 972), at: .zero) }
    #expect(link.statistics.lostToQueue == 2)
    // Each takes a second: at 1 s there is room for one.
    link.send([UInt8](repeating: 0, count: 972), at: Self.milliseconds(1000))
    link.send([UInt8](repeating: 0, count: 972), at: Self.milliseconds(1000))
    #expect(link.statistics.lostToQueue == 3)
    #expect(link.queueDelay(at: Self.milliseconds(1000)) == Self.milliseconds(4000))
  }

  @Test func `a change of the rate counts in the middle of a datagram`() {
    // 1 000 bits at 1 kbit/s; after 400 ms the rate is ten times as high: 600 bits in 60 ms.
    let capacity = LinkCapacity(
      steps: [
        LinkCapacity.Step(start: .zero, rate: 1000),
        LinkCapacity.Step(start: Self.milliseconds(400), rate: 10_000),
      ], queueLimit: .time(Self.milliseconds(5000)))
    let run = NetworkLinkTests.run(Self.settings(capacity), count: 1, size: 97)
    #expect(run.deliveries.map(\.arrival) == [Self.milliseconds(460)])
  }

  /// The queue against a fluid that is followed millisecond by millisecond.
  @Test(arguments: 1...20) func `any load meets the queue that its bits make`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let steps = [
      LinkCapacity.Step(start: .zero, rate: 2_000_000),
      LinkCapacity.Step(start: Self.milliseconds(700), rate: 300_000),
      LinkCapacity.Step(start: Self.milliseconds(1900), rate: 2_000_000),
    ]
    let capacity = LinkCapacity(steps: steps, queueLimit: .time(Self.milliseconds(60_000)))
    var link = NetworkLink(Self.settings(capacity), seed: seed)
    var backlog = 0.0
    for millisecond in 0..<3000 {
      let now = Self.milliseconds(Int64(millisecond))
      if generator.chance(0.15) {
        let size = Int(generator.next() % 1200)
        link.send([UInt8](repeating: 0, count: size), at: now)
        backlog += Double((size + LinkCapacity.headerSize) * 8)
      }
      // What the queue says lasts exactly as long as the bits do at the rates to come.
      var (left, end) = (backlog, now.seconds)
      for (index, step) in steps.enumerated() {
        let stop = index + 1 < steps.count ? steps[index + 1].start.seconds : .infinity
        guard end < stop else { continue }
        let taken = min(left, (stop - end) * Double(step.rate))
        left -= taken
        end += taken / Double(step.rate)
        if left <= 0 { break }
      }
      #expect(abs(link.queueDelay(at: now).seconds - (end - now.seconds)) < 1e-6)
      let rate = steps.last { $0.start <= now }?.rate ?? 0
      backlog = max(0, backlog - Double(rate) / 1000)
    }
  }

  @Test func `a long queue is timed from its first moment to its last`() {
    // 1 250 bytes are 100 ms at 100 kbit/s. Twelve at once: 1 200 ms of queue, which is over 500 ms
    // for 700 ms.
    let capacity = LinkCapacity(rate: 100_000, queueLimit: .time(Self.milliseconds(5000)))
    var link = NetworkLink(Self.settings(capacity), seed: 1)
    for _ in 0..<12 { link.send([UInt8](repeating: 0, count: 1222), at: .zero) }
    #expect(link.statistics.longestCongestion == Self.milliseconds(700))
    // At 600 ms there are 600 ms left; one more lengthens the same stretch.
    link.send([UInt8](repeating: 0, count: 1222), at: Self.milliseconds(600))
    #expect(link.statistics.longestCongestion == Self.milliseconds(800))
    // At 900 ms 400 ms are left: two more begin a new one, of 100 ms.
    for _ in 0..<2 { link.send([UInt8](repeating: 0, count: 1222), at: Self.milliseconds(900)) }
    #expect(link.statistics.longestCongestion == Self.milliseconds(800))
  }

  @Test func `what the queue holds in an outage is lost when its turn comes`() {
    var settings = Self.settings(
      LinkCapacity(rate: 100_000, queueLimit: .time(Self.milliseconds(5000))))
    settings.outages = [
      LinkSettings.Outage(start: Self.milliseconds(250), length: Self.milliseconds(300))
    ]
    // Sent whole at 100, 200 … 800 ms; out from 250 to 550.
    let run = NetworkLinkTests.run(settings, count: 8, size: 1222, spacing: .zero)
    #expect(run.deliveries.map(\.number) == [0, 1, 5, 6, 7])
    #expect(run.statistics.lostToOutages == 3)
  }
}
