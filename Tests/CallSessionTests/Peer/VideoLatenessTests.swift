import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct VideoLatenessTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// Fifteen pictures a second, so late.
  static func observe(
    _ milliseconds: [Int64], from first: Int64 = 0, _ lateness: inout VideoLateness
  ) {
    for (number, late) in milliseconds.enumerated() {
      lateness.observe(
        transit: 50_000_000 + late * 1_000_000,
        at: MediaTime(milliseconds: first) + MediaTime(count: Int64(number), rate: 15))
    }
  }

  @Test func `an unknown path has 200 ms, an even one 30`() {
    var lateness = VideoLateness()
    Self.observe([0, 1, 2, 1], &lateness)
    #expect(lateness.delay == Self.milliseconds(200) && lateness.base == 50_000_000)
    Self.observe((0..<60).map { $0 % 3 }, from: 1_000, &lateness)
    #expect(lateness.delay == Self.milliseconds(30))
  }

  @Test func `96 of 100 pictures are in time`() {
    var lateness = VideoLateness()
    Self.observe((0..<600).map { $0 % 10 == 0 ? 150 : $0 % 7 }, &lateness)
    #expect(lateness.delay == Self.milliseconds(155))
    var seldom = VideoLateness()
    Self.observe((0..<600).map { $0 % 40 == 1 ? 150 : $0 % 7 }, &seldom)
    #expect(seldom.delay == Self.milliseconds(30))
  }

  @Test func `the latest may miss its time by what goes unnoticed`() {
    var lateness = VideoLateness()
    Self.observe((0..<600).map { $0 == 500 ? 400 : $0 % 7 }, &lateness)
    #expect(lateness.delay == Self.milliseconds(200))
    // Half a minute later it is forgotten.
    Self.observe((0..<600).map { $0 % 7 }, from: 40_000, &lateness)
    #expect(lateness.delay == Self.milliseconds(30))
  }

  @Test func `an outage is not waited for`() {
    var lateness = VideoLateness()
    Self.observe((0..<300).map { $0 > 200 && $0 < 245 ? (245 - $0) * 66 : $0 % 7 }, &lateness)
    #expect(lateness.delay == Self.milliseconds(30))
    Self.observe([Int64](repeating: 2_000, count: 600), from: 20_000, &lateness)
    // The path is longer now, and that is its quickest.
    #expect(lateness.base == 2_050_000_000)
  }

  @Test func `a clock that is slow moves the quickest along`() {
    var lateness = VideoLateness()
    // 500 parts in a million: 300 ms in ten minutes.
    Self.observe((0..<9_000).map { $0 / 30 + $0 % 4 }, &lateness)
    #expect((lateness.base ?? 0) > 50_000_000 + 285_000_000)
    #expect(lateness.delay == Self.milliseconds(30))
  }

  @Test func `after a pause the path may be another`() {
    var lateness = VideoLateness()
    Self.observe((0..<150).map { $0 % 3 }, &lateness)
    Self.observe((0..<150).map { 80 + $0 % 3 }, from: 40_000, &lateness)
    #expect(lateness.base == 130_000_000 && lateness.delay == Self.milliseconds(30))
  }
}
