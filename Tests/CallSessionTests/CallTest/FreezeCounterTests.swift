import MediaCore
import Testing

@testable import CallSession

@Suite struct FreezeCounterTests {
  static let interval = MediaTime(milliseconds: 66)

  static func counted(
    _ times: [Int64], end: Int64? = nil, interval: MediaTime = interval
  ) -> FreezeCounter {
    var counter = FreezeCounter(interval: interval)
    for time in times { counter.show(at: MediaTime(milliseconds: time)) }
    if let end { counter.end(at: MediaTime(milliseconds: end)) }
    return counter
  }

  /// Fifteen pictures a second, then a pause of so many milliseconds, then one more.
  static func paused(_ pause: Int64) -> FreezeCounter {
    let times = (0..<40).map { Int64($0) * 66 }
    return counted(times + [39 * 66 + pause, 39 * 66 + pause + 66])
  }

  @Test func `a picture freezes when it stands for 150 ms longer than the mean`() {
    #expect(Self.paused(216).count == 0)
    let frozen = Self.paused(217)
    #expect(frozen.count == 1)
    #expect(frozen.total == MediaTime(milliseconds: 217))
    #expect(frozen.longest == MediaTime(milliseconds: 217))
  }

  @Test func `of few pictures a second three times the mean is the limit`() {
    let times = (0..<20).map { Int64($0) * 500 }
    let interval = MediaTime(milliseconds: 500)
    #expect(Self.counted(times + [9_500 + 1_500], interval: interval).count == 0)
    #expect(Self.counted(times + [9_500 + 1_501], interval: interval).count == 1)
  }

  @Test func `only the last thirty pictures make the mean`() {
    let slow = (0..<30).map { Int64($0) * 1_000 }
    let quick = (1...30).map { 29_000 + Int64($0) * 50 }
    func freezes(_ times: [Int64]) -> Int {
      Self.counted(times, interval: MediaTime(milliseconds: 1_000)).count
    }
    #expect(freezes(slow + quick + [30_500 + 200]) == 0)
    #expect(freezes(slow + quick + [30_500 + 201]) == 1)
    // With one slow one among them.
    #expect(freezes(slow + quick.dropLast() + [30_450 + 230]) == 0)
  }

  @Test func `what stands until the end counts`() {
    let times = (0..<10).map { Int64($0) * 66 }
    let counter = Self.counted(times, end: 9 * 66 + 3_000)
    #expect(counter.count == 1 && counter.total == MediaTime(milliseconds: 3_000))
    #expect(Self.counted(times, end: 9 * 66 + 200).count == 0)
    #expect(Self.counted([0], end: 1_000).count == 1)
    #expect(Self.counted([], end: 1_000).count == 0)
  }

  @Test func `freezes add up and the longest stays`() {
    var times = (0..<20).map { Int64($0) * 66 }
    for pause in [402, 1_000, 602] as [Int64] {
      times.append((times.last ?? 0) + pause)
      for _ in 0..<30 { times.append((times.last ?? 0) + 66) }
    }
    let counter = Self.counted(times)
    #expect(counter.count == 3)
    #expect(counter.total == MediaTime(milliseconds: 402 + 1_000 + 602))
    #expect(counter.longest == MediaTime(milliseconds: 1_000))
  }

  @Test func `pictures that are shown together are no freeze, and time does not go back`() {
    let counter = Self.counted([0, 66, 132, 132, 132, 120, 198, 264])
    #expect(counter.count == 0 && counter.total == .zero)
  }
}
