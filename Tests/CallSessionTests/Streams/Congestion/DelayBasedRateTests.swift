import MediaCore
import Testing

@testable import CallSession

@Suite struct DelayBasedRateTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  static func observation(
    _ usage: TrendlineEstimator.Usage, standing: Int64, arriving: Int64
  ) -> DelayBasedRate.Observation {
    DelayBasedRate.Observation(
      usage: usage, standing: milliseconds(standing), steady: arriving, quick: arriving,
      isApplicationLimited: false, roundTrip: milliseconds(100))
  }

  @Test func `a long queue that does not grow makes the rate fall`() {
    var rate = DelayBasedRate(start: 1_000_000, limits: 30_000...5_000_000)
    let isLonger = rate.update(
      Self.observation(.normal, standing: 300, arriving: 400_000), at: .zero)
    #expect(!isLonger && rate.rate == 340_000)
  }

  @Test func `one that does not shrink either is a longer path`() {
    var rate = DelayBasedRate(start: 1_000_000, limits: 30_000...5_000_000)
    var now = MediaTime.zero
    var isLonger = false
    while !isLonger, now < Self.milliseconds(5_000) {
      now = now + Self.milliseconds(100)
      isLonger = rate.update(
        Self.observation(.normal, standing: 300, arriving: Int64(rate.rate)), at: now)
    }
    #expect(isLonger && now < Self.milliseconds(2_000))
    // While it drains it is none.
    var draining = DelayBasedRate(start: 1_000_000, limits: 30_000...5_000_000)
    for step in Int64(0)..<20 {
      let observation = Self.observation(
        .under, standing: 900 - step * 40, arriving: 1_000_000)
      let isRebased = draining.update(observation, at: Self.milliseconds(step * 100))
      #expect(!isRebased)
    }
  }

  @Test func `a slope without a queue changes nothing`() {
    var rate = DelayBasedRate(start: 1_000_000, limits: 30_000...5_000_000)
    for step in Int64(0)..<20 {
      _ = rate.update(
        Self.observation(.over, standing: 10, arriving: 500_000), at: Self.milliseconds(step * 100))
    }
    #expect(rate.rate == 1_000_000)
  }

  @Test func `no more is under way than a round trip and what feedback takes`() {
    var estimator = BandwidthEstimator(start: 800_000)
    var sent = 0
    while !estimator.isFull, sent < 1_000 {
      _ = estimator.noteSent(size: 1_000, at: .zero)
      sent += 1
    }
    // 350 ms at 100 bytes a millisecond.
    #expect(sent == 36)
    // Feedback that never comes does not stop it for ever.
    let deadline = estimator.deadline
    #expect(deadline == Self.milliseconds(700))
    estimator.handleTimeout(at: Self.milliseconds(700))
    #expect(!estimator.isFull && estimator.inFlight == 0 && estimator.deadline == nil)
  }
}
