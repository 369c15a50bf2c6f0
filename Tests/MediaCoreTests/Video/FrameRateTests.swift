import MediaCore
import Testing

@Suite struct FrameRateTests {
  @Test(arguments: [
    (30, 1), (25, 1), (60, 1), (12, 1), (1, 1), (30_000, 1_001), (1_000, 1), (1, 60),
  ])
  func everyInstantFindsItsOwnIndex(_ pair: (Int64, Int64)) throws {
    let rate = try #require(FrameRate(frames: pair.0, seconds: pair.1))
    for index in [0, 1, 2, 3, 7, 29, 30, 31, 1_000, 1_001, 107_999, 3_600_001] as [Int64] {
      let instant = rate.instant(index)
      #expect(rate.index(atOrAfter: instant) == index)
      #expect(rate.index(atOrAfter: instant + MediaTime(nanoseconds: 1)) == index + 1)
      if index > 0 {
        #expect(rate.index(atOrAfter: instant - MediaTime(nanoseconds: 1)) == index)
        #expect(rate.index(lastBefore: instant) == index - 1)
      }
    }
    #expect(rate.index(atOrAfter: MediaTime(nanoseconds: -5)) == 0)
  }

  @Test func instantsDoNotDrift() {
    #expect(FrameRate.fps30.instant(30 * 36_000) == MediaTime(milliseconds: 36_000_000))
  }

  @Test(arguments: [(0, 1), (-30, 1), (30, 0), (1_001, 1), (1, 3_601), (.max, 1), (1, .max)])
  func ratesOutsideTheLimitsAreRefused(_ pair: (Int64, Int64)) {
    #expect(FrameRate(frames: pair.0, seconds: pair.1) == nil)
  }
}
