import MediaCore
import Testing

@testable import CallSession

@Suite struct NetworkLinkTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// Sends `count` datagrams of `size` bytes at a fixed spacing and takes all that arrives.
  static func run(
    _ settings: LinkSettings, seed: UInt64 = 1, count: Int, size: Int = 100,
    spacing: MediaTime = MediaTime(milliseconds: 10)
  ) -> (statistics: LinkStatistics, deliveries: [LinkDelivery]) {
    var link = NetworkLink(settings, seed: seed)
    var deliveries: [LinkDelivery] = []
    for index in 0..<count {
      let now = MediaTime(nanoseconds: Int64(index) * spacing.nanoseconds)
      link.deliver(until: now, into: &deliveries)
      link.send([UInt8](repeating: UInt8(truncatingIfNeeded: index), count: size), at: now)
    }
    while let deadline = link.deadline { link.deliver(until: deadline, into: &deliveries) }
    #expect(link.statistics.inFlight == 0)
    return (link.statistics, deliveries)
  }

  @Test func `a datagram arrives once, after the latency, with its bytes`() {
    var settings = LinkSettings()
    settings.latency = Self.milliseconds(40)
    var link = NetworkLink(settings, seed: 1)
    link.send([1, 2, 3], at: Self.milliseconds(7))
    #expect(link.deadline == Self.milliseconds(47))
    var deliveries: [LinkDelivery] = []
    link.deliver(until: MediaTime(nanoseconds: 46_999_999), into: &deliveries)
    #expect(deliveries.isEmpty)
    link.deliver(until: Self.milliseconds(47), into: &deliveries)
    #expect(
      deliveries == [
        LinkDelivery(
          arrival: Self.milliseconds(47), sent: Self.milliseconds(7), number: 0, isCopy: false,
          bytes: [1, 2, 3])
      ])
    #expect(link.deadline == nil)
  }

  /// The loss models and seeds with what they lose of 10 000: any change of chance shows here. The first
  /// four were also counted by another program, in Python.
  static let exact: [(model: LossModel, seed: UInt64, lost: Int64, inBursts: Int64)] = [
    (.independent(rate: 0.1), 1, 1019, 0),
    (.independent(rate: 0.1), 2, 1011, 0),
    (.independent(rate: 0.3), 1, 2992, 0),
    (.bursts(rate: 0.03, meanLength: 4)!, 1, 0, 272),
    (
      .gilbertElliott(goodToBad: 0.01, badToGood: 0.2, lossInGood: 0.001, lossInBad: 0.5), 3, 12,
      285
    ),
  ]

  @Test(arguments: exact.indices) func `a seed loses the same datagrams everywhere`(index: Int) {
    let row = Self.exact[index]
    var settings = LinkSettings()
    settings.loss = row.model
    let statistics = Self.run(settings, seed: row.seed, count: 10_000).statistics
    #expect(statistics.lostAtRandom == row.lost, "row \(index)")
    #expect(statistics.lostInBursts == row.inBursts, "row \(index)")
    #expect(statistics.delivered == 10_000 - row.lost - row.inBursts, "row \(index)")
  }

  @Test func `equal seeds give equal deliveries, others do not`() {
    let settings = NetworkProfile.busyWifi.up
    let first = Self.run(settings, seed: 5, count: 2000, size: 900)
    let second = Self.run(settings, seed: 5, count: 2000, size: 900)
    #expect(first.deliveries == second.deliveries)
    #expect(first.statistics == second.statistics)
    #expect(Self.run(settings, seed: 6, count: 2000, size: 900).deliveries != first.deliveries)
  }

  @Test func `one effect more leaves the chance of the others alone`() {
    var settings = LinkSettings()
    settings.loss = .independent(rate: 0.2)
    let alone = Self.run(settings, count: 3000).deliveries.map(\.number)
    settings.jitter = JitterModel(
      .gaussian, deviation: Self.milliseconds(4), correlation: Self.milliseconds(30),
      bound: Self.milliseconds(20))
    settings.latency = Self.milliseconds(30)
    settings.duplication = 0.1
    let together = Self.run(settings, count: 3000).deliveries.filter { !$0.isCopy }.map(\.number)
    #expect(alone == together)
  }

  @Test(arguments: JitterModel.Distribution.allCases)
  func `jitter alone never reorders`(distribution: JitterModel.Distribution) {
    var settings = LinkSettings()
    settings.latency = Self.milliseconds(50)
    // Forgets itself at once: the delay falls faster than time goes on.
    settings.jitter = JitterModel(
      distribution, deviation: Self.milliseconds(30), correlation: .zero,
      bound: Self.milliseconds(200))
    let run = Self.run(settings, count: 20_000, spacing: Self.milliseconds(1))
    #expect(run.statistics.reordered == 0)
    #expect(run.deliveries.map(\.number) == Array(0..<20_000))
    for (before, after) in zip(run.deliveries, run.deliveries.dropFirst()) {
      #expect(before.arrival <= after.arrival)
    }
  }

  @Test func `reordering holds the share that was asked for back, and only those`() {
    var settings = LinkSettings()
    settings.latency = Self.milliseconds(20)
    settings.reordering = LinkSettings.Reordering(rate: 0.05, delay: Self.milliseconds(25))
    let run = Self.run(settings, count: 20_000)
    var late = 0
    for delivery in run.deliveries {
      let delay = delivery.arrival - delivery.sent
      #expect(delay == Self.milliseconds(20) || delay == Self.milliseconds(45))
      if delay == Self.milliseconds(45) { late += 1 }
    }
    // Binomial: 1 000 ± 31 at one standard deviation.
    #expect(abs(late - 1000) < 125)
    // Every one of them is overtaken by the two that follow, but for those held back as well.
    #expect(run.statistics.reordered <= Int64(late))
    #expect(run.statistics.reordered > Int64(late) * 98 / 100)
  }

  @Test func `a datagram sent twice arrives twice, and counts once`() {
    var settings = LinkSettings()
    settings.duplication = 0.1
    let run = Self.run(settings, count: 10_000)
    #expect(run.statistics.delivered == 10_000)
    #expect(run.deliveries.count == 10_000 + Int(run.statistics.duplicated))
    #expect(run.deliveries.count { $0.isCopy } == Int(run.statistics.duplicated))
    #expect(abs(run.statistics.duplicated - 1000) < 120)
    #expect(run.statistics.reordered == 0)
  }

  @Test func `an outage takes what would cross the link meanwhile, and nothing else`() {
    var settings = LinkSettings()
    settings.latency = Self.milliseconds(500)
    settings.outages = [
      LinkSettings.Outage(start: Self.milliseconds(1000), length: Self.milliseconds(300)),
      LinkSettings.Outage(start: Self.milliseconds(2000), length: Self.milliseconds(10)),
    ]
    let run = Self.run(settings, count: 300)
    // Sent at 1 000, 1 010 … 1 290 and at 2 000.
    #expect(run.statistics.lostToOutages == 31)
    let missing = Set(0..<300).subtracting(run.deliveries.map(\.number))
    #expect(missing == Set(100..<130).union([200]))
  }

  @Test func `every loss is known with its cause`() {
    var settings = NetworkProfile.step.up
    settings.loss = .gilbertElliott(
      goodToBad: 0.02, badToGood: 0.2, lossInGood: 0.05, lossInBad: 0.9)
    settings.outages = NetworkProfile.outage.up.outages
    var link = NetworkLink(settings, seed: 4)
    var causes: [Int64: LossCause] = [:]
    var deliveries: [LinkDelivery] = []
    for number in 0..<Int64(6000) {
      let now = Self.milliseconds(number * 8)
      link.deliver(until: now, into: &deliveries)
      causes[number] = link.send([UInt8](repeating: 0, count: 1000), at: now)
    }
    link.deliver(until: Self.milliseconds(100_000), into: &deliveries)
    #expect(Set(causes.keys) == Set(0..<6000).subtracting(deliveries.map(\.number)))
    let statistics = link.statistics
    #expect(causes.count == Int(statistics.lost))
    for (cause, count) in [
      (LossCause.random, statistics.lostAtRandom), (.burst, statistics.lostInBursts),
      (.outage, statistics.lostToOutages), (.queue, statistics.lostToQueue),
    ] {
      #expect(count > 100)
      #expect(causes.values.count { $0 == cause } == Int(count), "\(cause)")
    }
  }
}
