import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct PacerTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// When each element leaves.
  static func drain(
    _ pacer: inout Pacer<Int>, from start: MediaTime = .zero
  ) -> [(element: Int, time: MediaTime)] {
    var left: [(Int, MediaTime)] = []
    var now = start
    var stalls = 0
    while !pacer.isEmpty, stalls < 5 {
      let before = left.count
      while let element = pacer.next(at: now) { left.append((element, now)) }
      stalls = left.count > before ? 0 : stalls + 1
      guard let deadline = pacer.deadline else { break }
      now = max(now, deadline)
    }
    return left
  }

  @Test func `the most urgent leaves first, each kind in its order`() {
    var pacer = Pacer<Int>(estimate: 100_000)
    let kinds: [Pacer<Int>.Priority] = [.padding, .enhancement, .video, .retransmission, .audio]
    for (index, kind) in kinds.enumerated() {
      pacer.enqueue(index * 10, size: 500, priority: kind, at: .zero)
      pacer.enqueue(index * 10 + 1, size: 500, priority: kind, at: .zero)
    }
    #expect(Self.drain(&pacer).map(\.element) == [40, 41, 30, 31, 20, 21, 10, 11, 0, 1])
  }

  @Test func `sound is never held back`() {
    var pacer = Pacer<Int>(estimate: 10_000)
    for index in 0..<20 { pacer.enqueue(index, size: 1_000, priority: .video, at: .zero) }
    _ = pacer.next(at: .zero)
    pacer.isHeld = true
    #expect(pacer.next(at: Self.milliseconds(5_000)) == nil && pacer.deadline == nil)
    for index in 100..<150 { pacer.enqueue(index, size: 200, priority: .audio, at: .zero) }
    for index in 100..<150 { #expect(pacer.next(at: Self.milliseconds(5_000)) == index) }
  }

  @Test func `a frame of ordinary size is gone within its interval`() throws {
    var pacer = Pacer<Int>(estimate: 1_000_000)
    for index in 0..<4 { pacer.enqueue(index, size: 1_042, priority: .video, at: .zero) }
    let left = Self.drain(&pacer)
    #expect(try #require(left.last).time < Self.milliseconds(16))
  }

  /// 20 kB, a sixth of a second of this link.
  @Test func `a key frame does not burst and is there within its 300 ms`() throws {
    var pacer = Pacer<Int>(estimate: 1_000_000)
    for index in 0..<20 { pacer.enqueue(index, size: 1_000, priority: .video, at: .zero) }
    let left = Self.drain(&pacer)
    #expect(try #require(left.last).time < Self.milliseconds(100))
    // In no 20 ms more than what was saved up and two and a half times the rate.
    for (index, first) in left.enumerated() {
      let together = left[index...].prefix { ($0.time - first.time) < Self.milliseconds(20) }
      #expect(together.count <= 5 + 7)
    }
  }

  @Test func `what is large leaves at the rate of the link, a fifth of a second ahead of it`()
    throws
  {
    var pacer = Pacer<Int>(estimate: 1_000_000)
    for index in 0..<500 { pacer.enqueue(index, size: 1_000, priority: .video, at: .zero) }
    let left = Self.drain(&pacer)
    for (index, packet) in left.enumerated() {
      let due = Double(index) * 8e-3
      #expect(packet.time.seconds > due - 0.26)
    }
    // Four seconds at the rate.
    let last = try #require(left.last).time
    #expect(last < Self.milliseconds(4_000) && last > Self.milliseconds(3_700))
  }

  @Test func `the wait is known before`() {
    var pacer = Pacer<Int>(estimate: 800_000)
    for index in 0..<10 { pacer.enqueue(index, size: 1_000, priority: .video, at: .zero) }
    #expect(pacer.expectedWait == Self.milliseconds(100))
    pacer.setEstimate(400_000, at: .zero)
    #expect(pacer.expectedWait == Self.milliseconds(200))
  }

  @Test func `what is of no use any more is taken away, and sound is not`() {
    var pacer = Pacer<Int>(estimate: 800_000)
    for index in 0..<10 {
      pacer.enqueue(
        index, size: 1_000, priority: index % 2 == 0 ? .video : .retransmission, at: .zero)
    }
    pacer.enqueue(11, size: 100, priority: .audio, at: .zero)
    #expect(pacer.contains { $0 == 7 } && !pacer.contains { $0 == 12 })
    pacer.discard { $0 >= 4 }
    #expect(pacer.expectedWait == Self.milliseconds(40))
    #expect(Self.drain(&pacer).map(\.element) == [11, 1, 3, 0, 2])
    pacer.discard { _ in true }
    #expect(pacer.isEmpty)
  }
}
