import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct LossBasedLimitTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// A second at a rate, in packets of 1 000 bytes, of which a share gets lost.
  static func second(
    _ time: Int64, bitrate: Int64, loss: Double, _ limit: inout LossBasedLimit,
    _ random: inout SeededGenerator
  ) {
    let count = bitrate / 8_000
    for index in 0..<count {
      let sent = MediaTime(nanoseconds: time * 1_000_000_000 + index * 1_000_000_000 / count)
      _ = limit.note(
        [
          TransportSendHistory.Result(
            sequence: 0, size: 1_000, sent: sent, arrival: random.chance(loss) ? nil : sent,
            wasMissing: false, probe: nil)
        ], isQueued: false)
    }
  }

  @Test(arguments: 0..<10, [0.02, 0.1, 0.3])
  func `loss at every rate is no limit`(seed: UInt64, loss: Double) {
    var random = SeededGenerator(seed: seed)
    var limit = LossBasedLimit()
    for time in Int64(0)..<15 {
      Self.second(time, bitrate: [400_000, 900_000][Int(time % 2)], loss: loss, &limit, &random)
    }
    #expect(limit.limit.map { $0 > 700_000 } ?? true)
    #expect(abs(limit.inherentLoss - loss) < 0.08)
  }

  /// A call begins with little sound, then cameras join, and bursts ask whether there is more.
  @Test func `a lossy path's first seconds are no limit`() {
    var taken = 0
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var limit = LossBasedLimit()
      var wasLimited = false
      for time in Int64(0)..<12 {
        let bitrate: Int64 = time < 2 ? 100_000 : time % 3 == 0 ? 900_000 : 400_000
        Self.second(time, bitrate: bitrate, loss: 0.1, &limit, &random)
        wasLimited = wasLimited || (limit.limit ?? .infinity) < 400_000
      }
      taken += wasLimited ? 1 : 0
    }
    #expect(taken <= 1)
  }

  /// Beyond 600 kbit/s all is lost, and 5 % of the rest.
  @Test(arguments: 0..<10)
  func `loss that comes with the rate is one`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var limit = LossBasedLimit()
    for time in Int64(0)..<12 {
      let bitrate = [400_000, 1_000_000, 800_000][Int(time % 3)] as Int64
      let loss = 1 - 0.95 * min(1, 600_000 / Double(bitrate))
      Self.second(time, bitrate: bitrate, loss: loss, &limit, &random)
    }
    let found = try #require(limit.limit)
    #expect((480_000...850_000).contains(found))
    #expect(limit.inherentLoss < 0.27)
  }

  @Test func `an outage is no limit`() {
    var random = SeededGenerator(seed: 1)
    var limit = LossBasedLimit()
    for time in Int64(0)..<12 {
      Self.second(time, bitrate: 500_000, loss: (5..<8).contains(time) ? 1 : 0, &limit, &random)
    }
    #expect(limit.limit == nil && limit.inherentLoss < 0.05)
  }

  @Test func `where all rates lost alike a dip is asked for`() {
    var random = SeededGenerator(seed: 2)
    var limit = LossBasedLimit()
    var dips = 0
    for time in Int64(0)..<20 {
      let bitrate: Int64 = limit.isDipping ? 300_000 : 500_000
      dips += limit.isDipping ? 1 : 0
      Self.second(time, bitrate: bitrate, loss: 0.2, &limit, &random)
    }
    #expect(dips > 0 && dips < 5)
  }
}
