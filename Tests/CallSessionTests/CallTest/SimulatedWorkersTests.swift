import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct SimulatedWorkersTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func `jobs wait for a worker in the order in which they came`() {
    var workers = SimulatedWorkers<String>(count: 2, seed: 1)
    workers.submit("long", taking: JobDuration(mean: Self.milliseconds(10)), at: .zero)
    workers.submit("short", taking: JobDuration(mean: Self.milliseconds(4)), at: .zero)
    // Begins at 4, when the second worker is free.
    workers.submit("next", taking: JobDuration(mean: Self.milliseconds(4)), at: .zero)
    #expect(workers.deadline == Self.milliseconds(4))
    var done: [String] = []
    workers.finish(until: Self.milliseconds(9), into: &done)
    #expect(done == ["short", "next"])
    #expect(workers.longestWait == Self.milliseconds(4))
    #expect(workers.busy == Self.milliseconds(18))
    workers.finish(until: Self.milliseconds(10), into: &done)
    #expect(done == ["short", "next", "long"])
    #expect(workers.deadline == nil)
  }

  @Test func `durations have the mean and the spread that were measured`() {
    let duration = JobDuration(mean: Self.milliseconds(10), deviation: Self.milliseconds(2))
    var generator = SimulationGenerator(seed: 7)
    var (sum, squares) = (0.0, 0.0)
    for _ in 0..<50_000 {
      let value = duration.drawn(using: &generator).seconds * 1000
      #expect(value >= 4 && value <= 16)
      sum += value
      squares += (value - 10) * (value - 10)
    }
    #expect(abs(sum / 50_000 - 10) < 0.05)
    #expect(abs((squares / 50_000).squareRoot() - 2) < 0.05)
    let wild = JobDuration(mean: Self.milliseconds(10), deviation: Self.milliseconds(50))
    for _ in 0..<1000 { #expect(wild.drawn(using: &generator) >= Self.milliseconds(1)) }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `a timed queue is a stable sort`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = TimedQueue<Int>()
    var waiting: [(time: Int64, number: Int)] = []
    var number = 0
    for round in 0..<300 {
      for _ in 0..<generator.next() % 4 {
        let time = Int64(round) + Int64(generator.next() % 20)
        queue.add(number, at: MediaTime(nanoseconds: time))
        waiting.append((time, number))
        number += 1
      }
      waiting.sort { $0.time == $1.time ? $0.number < $1.number : $0.time < $1.time }
      #expect(queue.earliest?.nanoseconds == waiting.first?.time)
      #expect(queue.count == waiting.count)
      while let (time, element) = queue.take(until: MediaTime(nanoseconds: Int64(round))) {
        #expect(time.nanoseconds == waiting[0].time && element == waiting[0].number)
        waiting.removeFirst()
      }
      if let first = waiting.first { #expect(first.time > Int64(round)) }
    }
  }
}
