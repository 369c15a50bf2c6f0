import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct TransportSendHistoryTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// A receiver that hears of some packets, and what it told.
  static func feedbacks(
    _ arrivals: [(number: UInt16, time: Int64)], each: Int = 1_000
  ) -> [TransportFeedback] {
    var told = TransportArrivals()
    var feedbacks: [TransportFeedback] = []
    for (index, arrival) in arrivals.enumerated() {
      told.note(SequenceNumber(arrival.number), at: arrival.time * 1_000)
      if index % each == each - 1 || index == arrivals.count - 1 {
        while let feedback = told.takeFeedback(sender: SSRC(1), source: SSRC(2)) {
          feedbacks.append(feedback)
        }
      }
    }
    return feedbacks
  }

  @Test func `what feedback tells is what happened, across the numbers' wrap`() {
    var history = TransportSendHistory()
    for index in 0..<70_000 {
      _ = history.note(size: 100, probe: nil, at: Self.milliseconds(Int64(index) / 8))
    }
    var random = SeededGenerator(seed: 1)
    var expected: [Int64: Int64] = [:]
    var arrivals: [(number: UInt16, time: Int64)] = []
    for sequence in Int64(65_500)..<65_600 where !random.chance(0.2) {
      expected[sequence] = 1_000 + sequence - 65_500
      arrivals.append((UInt16(truncatingIfNeeded: sequence), 1_000 + sequence - 65_500))
    }
    // Other feedback has told of those before.
    for feedback in Self.feedbacks([(65_400, 900)]) {
      var isContinuous = false
      _ = history.results(of: feedback, isContinuous: &isContinuous)
    }
    var told: [Int64: Int64] = [:]
    var missing = 0
    for feedback in Self.feedbacks(arrivals, each: 30) {
      var isContinuous = false
      for result in history.results(of: feedback, isContinuous: &isContinuous) {
        #expect(result.size == 100 && result.sent == Self.milliseconds(result.sequence / 8))
        if let arrival = result.arrival {
          told[result.sequence] = arrival.nanoseconds / 1_000_000
        } else {
          missing += 1
        }
      }
    }
    #expect(told == expected)
    #expect(
      missing == (arrivals.last.map { Int($0.number) } ?? 0) + 65_536 - 65_499 - expected.count
        - (Int(arrivals[0].number) - 65_500))
  }

  @Test func `what was missing may come yet, once`() throws {
    var history = TransportSendHistory()
    for _ in 0..<10 { _ = history.note(size: 100, probe: nil, at: .zero) }
    var isContinuous = false
    var states: [(Int64, Bool, Bool)] = []
    var told = TransportArrivals()
    for number in [0, 2, 1, 1] as [UInt16] {
      told.note(SequenceNumber(number), at: Int64(number) * 1_000)
      while let feedback = told.takeFeedback(sender: SSRC(1), source: SSRC(2)) {
        for result in history.results(of: feedback, isContinuous: &isContinuous) {
          states.append((result.sequence, result.arrival != nil, result.wasMissing))
        }
      }
    }
    #expect(states.map(\.0) == [0, 1, 2, 1])
    #expect(states.map(\.1) == [true, false, true, true])
    #expect(states.map(\.2) == [false, false, false, true])
    #expect(history.hasArrived(1) && !history.hasArrived(3))
  }

  @Test func `what is under way is what nothing is known of`() {
    var history = TransportSendHistory()
    for index in 0..<10 {
      _ = history.note(size: 100, probe: nil, at: Self.milliseconds(Int64(index)))
    }
    #expect(history.inFlight == 1_000 && history.oldestFlying == .zero)
    var isContinuous = true
    // The feedback on the first four was lost.
    for feedback in Self.feedbacks([(4, 10), (6, 12)]) {
      _ = history.results(of: feedback, isContinuous: &isContinuous)
    }
    #expect(history.inFlight == 300 && history.oldestFlying == Self.milliseconds(7))
    history.forget(sentBefore: Self.milliseconds(9))
    #expect(history.inFlight == 100)
  }

  @Test func `nothing is told of packets that were never sent`() {
    var history = TransportSendHistory()
    for _ in 0..<10 { _ = history.note(size: 100, probe: nil, at: .zero) }
    var isContinuous = false
    for feedback in Self.feedbacks([(8, 0), (12, 1)]) + Self.feedbacks([(40_000, 0)]) {
      #expect(history.results(of: feedback, isContinuous: &isContinuous) == [])
    }
    #expect(history.inFlight == 1_000)
  }
}
