import TestSupport
import Testing

@testable import MediaCore

@Suite struct AudioDelayTargetTests {
  /// A sender's packets of 20 ms, and how far behind it the playout stands.
  struct Way {
    var target = AudioDelayTarget()
    var clock = ClockDrift(rate: 48_000)
    var ppm = 0.0
    var index = 0

    /// - Parameter delay: seconds.
    mutating func send(_ delay: Double) {
      let arrival = sent + delay
      let timestamp = RTPTimestamp(Int64(index) * 960)
      clock.observe(timestamp.rawValue, at: HeardCall.time(arrival))
      target.drift = clock.value
      target.observe(timestamp, arrival: Int64(arrival * 48_000), counts: true)
      index += 1
    }

    /// By our clock, seconds.
    var sent: Double { Double(index) * 0.02 / (1 + ppm / 1e6) }

    /// Seconds from a sample's sending to when all that is to be waited for is there.
    var delay: Double {
      let behind = Double((target.base ?? 0) + target.lateness) / 48_000
      return sent - (sent - behind) / (1 + ppm / 1e6)
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `jitter and clocks that differ leave the playout where it is`(seed: UInt64) {
    var ways = [Way(ppm: 500), Way(ppm: -500)]
    var jitters = [
      GaussianJitter(deviation: 0.01, seed: seed),
      GaussianJitter(deviation: 0.01, seed: seed + 100),
    ]
    var apart = 0.0
    for index in 0..<30_000 {
      for side in 0...1 { ways[side].send(0.05 + jitters[side].next()) }
      if index > 3_000 { apart = max(apart, abs(ways[0].delay - ways[1].delay)) }
    }
    #expect(apart < 0.018, "\(apart)")
    // Three deviations behind the mean, not the worst of all.
    for way in ways { #expect((0.07...0.09).contains(way.delay), "\(way.delay)") }
  }

  @Test func `a way that becomes shorter or longer is followed`() {
    var way = Way()
    for _ in 0..<1_000 { way.send(0.15) }
    #expect((0.15...0.16).contains(way.delay), "\(way.delay)")
    way.send(0.05)
    #expect((0.05...0.06).contains(way.delay), "\(way.delay)")
    for _ in 0..<1_000 { way.send(0.05) }
    // Longer: at once what is needed, and no more than that when it is known to stay.
    for index in 0..<2_000 {
      way.send(0.15)
      if index > 2 { #expect((0.149...0.165).contains(way.delay), "\(index) \(way.delay)") }
    }
  }

  @Test func `a source that stood still is behind by as much, with the target it had`() {
    var way = Way()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1_000 { way.send(0.05 + .random(in: 0...0.03, using: &random)) }
    let before = way.target.lateness
    for _ in 0..<200 { way.send(5.05 + .random(in: 0...0.03, using: &random)) }
    #expect(abs(way.target.lateness - before) <= 480)
    #expect((5.05...5.1).contains(way.delay), "\(way.delay)")
  }
}
