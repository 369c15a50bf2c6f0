import TestSupport
import Testing

@testable import MediaCore

@Suite struct SenderClockTests {
  static let origin: Int64 = 1_790_000_000_000_000_000

  static func report(_ seconds: Double, _ timestamp: Int64) -> SenderReport {
    SenderReport(
      sender: SSRC(1), time: NTPTime(unixNanoseconds: origin + Int64(seconds * 1e9)),
      timestamp: UInt32(truncatingIfNeeded: timestamp), packets: 0, octets: 0)
  }

  /// How far the time of a timestamp is from what it should be, in milliseconds.
  static func error(_ clock: SenderClock, _ timestamp: Int64, _ seconds: Double) -> Double {
    guard let time = clock.time(of: RTPTimestamp(timestamp)) else { return .infinity }
    return abs(Double(time - origin) / 1e6 - seconds * 1e3)
  }

  @Test(arguments: [0.0, 500, -500])
  func `timestamps have the sender's time, over laps and with its drift`(ppm: Double) {
    var clock = SenderClock(clockRate: 48_000)
    #expect(clock.time(of: RTPTimestamp(0)) == nil)
    for step in 0..<800 {
      let seconds = Double(step) * 5
      let timestamp = 4_294_000_000 + Int64(seconds * 48_000 * (1 + ppm / 1e6))
      clock.receive(Self.report(seconds, timestamp), newest: RTPTimestamp(timestamp - 9_600))
      let later = timestamp + 48_000
      #expect(Self.error(clock, later, seconds + 1 / (1 + ppm / 1e6)) < (step < 4 ? 1 : 0.1))
    }
  }

  @Test func `a clock that is set begins anew`() {
    var clock = SenderClock(clockRate: 90_000)
    for step in 0..<10 {
      clock.receive(Self.report(Double(step) * 5, Int64(step) * 450_000), newest: RTPTimestamp(0))
    }
    // The wall clock jumps by an hour, then the timestamps by two.
    clock.receive(Self.report(3_650, 4_500_000), newest: RTPTimestamp(4_500_000))
    #expect(Self.error(clock, 4_590_000, 3_651) < 1)
    clock.receive(Self.report(3_655, 700_000_000), newest: RTPTimestamp(700_000_000))
    #expect(Self.error(clock, 700_090_000, 3_656) < 1)
  }

  @Test func `any reports are survived`() {
    var random = SeededGenerator(seed: 31)
    var clock = SenderClock(clockRate: 90_000)
    for _ in 0..<20_000 {
      clock.receive(
        SenderReport(
          sender: SSRC(1), time: NTPTime(rawValue: random.next()),
          timestamp: UInt32(truncatingIfNeeded: random.next()), packets: 0, octets: 0),
        newest: RTPTimestamp(Int64(bitPattern: random.next()) >> 8))
      _ = clock.time(of: RTPTimestamp(Int64(bitPattern: random.next()) >> 8))
    }
  }
}
