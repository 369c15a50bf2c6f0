import MediaCore
import Testing

@testable import MediaIO

@Suite struct MonotonicClockTests {
  @Test func `time begins at zero and never goes back`() {
    let before = SystemClock.monotonic
    let clock = MonotonicClock()
    var last = clock.now
    #expect(last >= .zero && last <= SystemClock.monotonic - before)
    for _ in 0..<10_000 {
      let now = clock.now
      #expect(now >= last)
      last = now
    }
  }

  @Test func `a moment has its time on the system's clock, the farthest one too`() {
    let clock = MonotonicClock()
    let start = clock.systemTime(of: .zero)
    #expect(clock.systemTime(of: MediaTime(milliseconds: 5)) == start + 5_000_000)
    #expect(clock.systemTime(of: MediaTime(nanoseconds: .max)) == .max)
    #expect(start <= SystemClock.monotonic.nanoseconds)
  }
}
