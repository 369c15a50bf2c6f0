import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct TokenBucketTests {
  @Test func `a burst at once, then the rate, and the wait that is named is enough`() {
    var bucket = TokenBucket(.init(perSecond: 4, burst: 3), at: .zero)
    for _ in 0..<3 { #expect(bucket.take(at: .zero) == nil) }
    let wait = bucket.take(at: .zero)
    #expect(wait == MediaTime(nanoseconds: 250_000_001))
    #expect(bucket.take(at: MediaTime(milliseconds: 249)) != nil)
    #expect(bucket.take(at: MediaTime(nanoseconds: 250_000_001)) == nil)
  }

  @Test(arguments: [6_000, 100_000_000_000, Int64.max / 2])
  func `a long rest fills the bucket and no more`(rest: Int64) {
    var bucket = TokenBucket(.init(perSecond: 1_000_000, burst: 5), at: .zero)
    #expect(bucket.take(4, at: .zero) == nil)
    let time = MediaTime(nanoseconds: rest)
    for _ in 0..<5 { #expect(bucket.take(at: time) == nil) }
    #expect(bucket.take(at: time) != nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `over any time no more than burst and rate allow comes through, and hardly less`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let rate = TokenBucket.Rate(
      perSecond: Int64.random(in: 1...500, using: &random),
      burst: Int64.random(in: 1...50, using: &random))
    var bucket = TokenBucket(rate, at: .zero)
    var (now, taken) = (Int64(0), Int64(0))
    for _ in 0..<4_000 {
      now += Int64.random(in: 0...2_000_000_000 / rate.perSecond, using: &random)
      if bucket.take(at: MediaTime(nanoseconds: now)) == nil { taken += 1 }
    }
    let most = Double(rate.burst) + Double(now) / 1e9 * Double(rate.perSecond)
    #expect(Double(taken) <= most)
    #expect(Double(taken) >= min(most, 4_000) * 0.5)
  }

  @Test func `absurd counts and times trap nothing`() {
    var bucket = TokenBucket(.init(perSecond: .max, burst: 1), at: .zero)
    #expect(bucket.take(.max, at: MediaTime(nanoseconds: .max)) != nil)
    #expect(bucket.take(.min, at: .zero) == nil)
    #expect(bucket.take(at: MediaTime(nanoseconds: .min)) == nil)
  }
}
