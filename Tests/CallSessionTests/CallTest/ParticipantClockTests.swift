import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct ParticipantClockTests {
  @Test func `500 ppm are 1.8 s an hour`() {
    let fast = ParticipantClock(offset: MediaTime(milliseconds: 100), ppm: 500)
    let hour = MediaTime(milliseconds: 3_600_000)
    #expect(fast.reading(at: hour) == MediaTime(milliseconds: 3_600_000 + 1800 + 100))
    let slow = ParticipantClock(ppm: -500)
    #expect(slow.reading(at: hour) == MediaTime(milliseconds: 3_600_000 - 1800))
    // 48 000 samples of the slow card take a little over a second: 10⁹ / 0.9995 ns.
    #expect(slow.time(ofSample: 48_000, rate: 48_000) == MediaTime(nanoseconds: 1_000_500_251))
  }

  @Test(arguments: 1...20) func `a reading comes back to its time`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let clock = ParticipantClock(
      offset: MediaTime(nanoseconds: Int64(truncatingIfNeeded: generator.next()) >> 20),
      drift: Int64(truncatingIfNeeded: generator.next() % 2_000_001) - 1_000_000)
    for _ in 0..<1000 {
      let reading = MediaTime(nanoseconds: Int64(generator.next() >> 8))
      let time = clock.time(ofReading: reading)
      #expect(clock.reading(at: time) >= reading)
      #expect(clock.reading(at: time - MediaTime(nanoseconds: 1)) < reading)
    }
  }
}
