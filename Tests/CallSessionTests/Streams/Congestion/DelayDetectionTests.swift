import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct DelayDetectionTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func `packets sent within 5 ms are a group, and groups are compared`() {
    var groups = ArrivalGroups()
    var differences: [ArrivalGroups.Difference] = []
    // Groups 20 ms apart whose arrivals are 25 ms apart.
    for group in Int64(0)..<5 {
      for packet in Int64(0)..<3 {
        let difference = groups.note(
          sent: Self.milliseconds(group * 20 + packet),
          arrival: Self.milliseconds(100 + group * 25 + packet * 2))
        if let difference { differences.append(difference) }
      }
    }
    #expect(differences.count == 3)
    for difference in differences {
      #expect(difference.sent == 20_000_000 && difference.arrived == 25_000_000)
    }
  }

  @Test func `what a network gathers is one group`() {
    var groups = ArrivalGroups()
    var count = 0
    for index in Int64(0)..<100 {
      // Sent every 10 ms, handed over four at a time.
      let arrival = Self.milliseconds(index / 4 * 40 + 100)
      if groups.note(sent: Self.milliseconds(index * 10), arrival: arrival) != nil { count += 1 }
    }
    #expect(count == 23)
  }

  @Test func `a packet that was overtaken is passed over`() {
    var groups = ArrivalGroups()
    _ = groups.note(sent: Self.milliseconds(20), arrival: Self.milliseconds(120))
    let late = groups.note(sent: Self.milliseconds(0), arrival: Self.milliseconds(121))
    let next = groups.note(sent: Self.milliseconds(40), arrival: Self.milliseconds(140))
    #expect(late == nil && next == nil)
  }

  static func usage(
    of delays: [Double], interval: Int64 = 10
  ) -> [TrendlineEstimator.Usage] {
    var trend = TrendlineEstimator()
    var usages: [TrendlineEstimator.Usage] = []
    for (index, pair) in zip(delays, delays.dropFirst()).enumerated() {
      let grown = Int64((pair.1 - pair.0) * 1e6)
      let sent = interval * 1_000_000
      trend.note(
        ArrivalGroups.Difference(
          sent: sent, arrived: sent + grown,
          arrival: MediaTime(nanoseconds: Int64(index) * sent + Int64(pair.1 * 1e6))))
      usages.append(trend.usage)
    }
    return usages
  }

  @Test func `a queue that grows is over, one that drains is under`() throws {
    // Milliseconds: nothing for 300, then 3 in each 10, then down again.
    var delays = [Double](repeating: 0, count: 30)
    for index in 0..<30 { delays.append(Double(index) * 3) }
    for index in 0..<30 { delays.append(Double(30 - index) * 3) }
    let usages = Self.usage(of: delays)
    #expect(!usages[..<30].contains(.over) && !usages.contains { $0 == .under } == false)
    let first = try #require(usages.firstIndex(of: .over))
    #expect((30..<42).contains(first))
    #expect(usages.last == .under)
  }

  @Test(arguments: 0..<10)
  func `jitter without a trend is neither, nearly always`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let delays = (0..<1_000).map { _ in Double.random(in: 0...6, using: &random) }
    let usages = Self.usage(of: delays)
    #expect(usages.filter { $0 == .over }.count < 30)
  }

  @Test(arguments: 0..<5)
  func `a standing queue is seen through jitter, and is none on a longer path`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = QueueDelay()
    func send(_ range: Range<Int64>, queueing: Int64) {
      for time in range {
        let jitter = Int64.random(in: 0...30_000_000, using: &random)
        queue.note(
          sent: Self.milliseconds(time * 5),
          arrival: MediaTime(nanoseconds: time * 5_000_000 + jitter + (700 + queueing) * 1_000_000))
      }
    }
    send(0..<200, queueing: 0)
    #expect(queue.standing < Self.milliseconds(12))
    send(200..<400, queueing: 100)
    #expect(abs(queue.standing.nanoseconds - 100_000_000) < 12_000_000)
    queue.rebase()
    #expect(queue.standing < Self.milliseconds(1))
    send(400..<700, queueing: 100)
    #expect(queue.standing < Self.milliseconds(12))
  }

  @Test func `what arrives is counted where it is known`() throws {
    var bitrate = AcknowledgedBitrate()
    #expect(bitrate.steady == nil)
    for feedback in Int64(0)..<20 where feedback % 3 != 1 {
      let arrivals = (Int64(0)..<10).map {
        (arrival: Self.milliseconds(feedback * 50 + $0 * 5), size: 500)
      }
      // Every third feedback was lost.
      bitrate.note(arrivals, isContinuous: feedback % 3 == 0)
    }
    // 500 bytes in 5 ms.
    let steady = try #require(bitrate.steady)
    #expect(abs(steady - 800_000) < 25_000)
  }
}
