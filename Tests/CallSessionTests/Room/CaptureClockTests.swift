import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

@Suite struct CaptureClockTests {
  private static func ticks(_ milliseconds: Int64) -> Int64 { milliseconds * 10 }

  /// Captured now, on the way for 20 to 320 ms: what is mapped stands 20 ms behind, the way of the
  /// quickest, and not 320.
  @Test(arguments: [0, -987_654, 123_456_789] as [Int64])
  func `what was on its way for long is mapped to when it was captured`(origin: Int64) {
    var clock = CaptureClock()
    var random = SeededGenerator(seed: 3)
    var worst: Int64 = 0
    for step in 0..<2_000 as Range<Int64> {
      let captured = 200_000_000 + step * 160
      let way = Int64.random(in: 200...3_200, using: &random)
      let arrival = MediaTime(nanoseconds: (captured + way) * 100_000)
      let mapped = clock.map(BoardTime(ticks: captured - origin), at: arrival)
      #expect(mapped.ticks <= captured + way, "nothing lies in the future")
      if step > 500 { worst = max(worst, mapped.ticks - captured) }
    }
    #expect(worst < Self.ticks(70))
  }

  /// 500 parts in a million either way, for an hour.
  @Test(arguments: [-500, 500] as [Int64])
  func `a clock that runs fast or slow is followed`(drift: Int64) {
    var clock = CaptureClock()
    for second in 0..<3_600 as Range<Int64> {
      let now = second * 10_000
      let stamp = 1_000_000 + now + now * drift / 1_000_000
      let mapped = clock.map(
        BoardTime(ticks: stamp), at: MediaTime(nanoseconds: (now + 300) * 100_000))
      #expect((mapped.ticks - now).magnitude <= 310, "at \(second) s")
    }
  }

  @Test func `what was drawn without a connection is mapped to then`() {
    var clock = CaptureClock()
    _ = clock.map(BoardTime(ticks: 5_000), at: MediaTime(milliseconds: 1_000))
    let late = clock.map(BoardTime(ticks: 15_000), at: MediaTime(milliseconds: 30_000))
    #expect(late.ticks >= 20_000)
    // What the clocks may have parted by in 29 s.
    #expect(late.ticks <= 20_000 + 290)
  }

  @Test func `absurd stamps give times within the session`() {
    var random = SeededGenerator(seed: 8)
    var clock = CaptureClock()
    var now: Int64 = 0
    for _ in 0..<5_000 {
      now += Int64.random(in: 0...40_000_000_000, using: &random)
      let stamps = [Int64.min, .max, 0, -1, Int64(truncatingIfNeeded: random.next())]
      let stamp = stamps[Int.random(in: 0..<5, using: &random)]
      let mapped = clock.map(BoardTime(ticks: stamp), at: MediaTime(nanoseconds: now))
      #expect(mapped.ticks >= 0)
      #expect(mapped.ticks <= now / 100_000)
    }
  }
}
