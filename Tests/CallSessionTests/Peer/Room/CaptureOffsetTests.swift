import MediaCore
import Testing

@testable import CallSession

@Suite struct CaptureOffsetTests {
  private static let year: Int64 = 31_536_000_000_000_000

  private func milliseconds(_ count: Int64) -> MediaTime { MediaTime(milliseconds: count) }

  @Test func `the quickest tells where a clock stands`() {
    var offset = CaptureOffset()
    #expect(offset.time(of: Self.year, at: .zero) == nil)
    // Sent every 20 ms, under way for 30 to 60 ms.
    for index in 0..<100 as Range<Int64> {
      let sent = index * 20
      offset.note(
        Self.year + sent * 1_000_000, arrival: milliseconds(sent + 30 + index % 7 * 5))
    }
    let stamp = Self.year + 1_000_000_000
    let time = offset.time(of: stamp, at: milliseconds(3_000))
    #expect(time.map { abs($0.nanoseconds - 1_030_000_000) < 400_000 } == true, "\(time as Any)")
  }

  @Test func `a clock that is slow is followed`() {
    var offset = CaptureOffset()
    // 100 parts in a million: 360 ms in an hour.
    for second in 0..<3_600 as Range<Int64> {
      offset.note(second * 999_900_000, arrival: milliseconds(second * 1_000 + 20))
    }
    let time = offset.time(of: 3_600 * 999_900_000, at: milliseconds(3_700_000))
    #expect(time.map { abs($0.nanoseconds - 3_600_020_000_000) < 1_000_000 } == true)
  }

  @Test func `a clock that was set begins anew`() {
    var offset = CaptureOffset()
    offset.note(Self.year, arrival: milliseconds(100))
    offset.restart()
    offset.note(Self.year - 3_600_000_000_000, arrival: milliseconds(200))
    let time = offset.time(of: Self.year - 3_600_000_000_000, at: milliseconds(300))
    #expect(time == milliseconds(200))
  }

  @Test(arguments: [Int64.min, -1, 0, .max, Self.year])
  func `nothing is after now or before the session, whatever the stamp says`(stamp: Int64) {
    var offset = CaptureOffset()
    for known in [Int64.min, Self.year, .max, stamp] {
      offset.note(known, arrival: milliseconds(500))
      for now in [0, 500, 90_000_000] as [Int64] {
        guard let time = offset.time(of: stamp, at: milliseconds(now)) else { continue }
        #expect(time >= .zero && time <= milliseconds(now))
      }
    }
  }
}
