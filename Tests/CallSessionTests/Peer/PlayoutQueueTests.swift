import MediaCore
import Testing

@testable import CallSession

@Suite struct PlayoutQueueTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// A picture each 66 ms; the first is due at 300 ms, and would have come at 100 ms.
  static func append(_ numbers: Range<Int>, to queue: inout PlayoutQueue<Int>, late: Int64 = 0) {
    for number in numbers {
      let place = Int64(number) * 66
      queue.append(
        number, due: milliseconds(max(300 + place, late)), interval: 66_000_000,
        expectingNext: milliseconds(100 + place))
    }
  }

  /// Milliseconds at which what is left is shown.
  static func empty(_ queue: inout PlayoutQueue<Int>) -> [Int64] {
    var times: [Int64] = []
    while let deadline = queue.deadline {
      let before = MediaTime(nanoseconds: deadline.nanoseconds - 1)
      #expect(queue.next(at: before) == nil)
      #expect(queue.next(at: deadline) != nil)
      times.append(deadline.nanoseconds / 1_000_000)
    }
    return times
  }

  @Test func `pictures are shown when they are due`() {
    var queue = PlayoutQueue<Int>()
    #expect(queue.deadline == nil && queue.next(at: .zero) == nil)
    Self.append(0..<8, to: &queue)
    for number in 0..<6 {
      #expect(queue.deadline == Self.milliseconds(300 + Int64(number) * 66))
      #expect(queue.next(at: Self.milliseconds(300 + Int64(number) * 66)) == number)
      Self.append(number + 8..<number + 9, to: &queue)
    }
  }

  @Test func `the last two are shown slowly when none follows`() {
    var queue = PlayoutQueue<Int>()
    Self.append(0..<6, to: &queue)
    #expect(Self.empty(&queue) == [300, 366, 432, 498, 663, 828])
  }

  @Test func `what was late hurries until it is in time`() {
    var queue = PlayoutQueue<Int>()
    Self.append(0..<2, to: &queue)
    #expect(Self.empty(&queue) == [300, 465])
    Self.append(2..<12, to: &queue, late: 700)
    // Five are due at once, the next at 762 ms.
    #expect(Self.empty(&queue).prefix(8) == [700, 711, 722, 733, 744, 762, 828, 894])
  }

  @Test func `a queue that nobody empties in time does not grow`() {
    var queue = PlayoutQueue<Int>()
    for number in 0..<2_000 {
      queue.append(
        number, due: Self.milliseconds(1_000_000), interval: 0, expectingNext: .zero)
      while queue.next(at: .zero) != nil {}
    }
    var left = 0
    while queue.next(at: Self.milliseconds(1_000_000)) != nil { left += 1 }
    #expect(left == 512)
  }
}
