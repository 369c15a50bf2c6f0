import TestSupport
import Testing

@testable import MediaCore

@Suite struct TransportFeedbackTests {
  static func parsed(_ hex: String) -> TransportFeedback? {
    guard
      case .transportFeedback(let feedback)? = RTCPDatagram(parsing: Hex.bytes(hex).span)
        .packets.first
    else { return nil }
    return feedback
  }

  /// Arrivals in microseconds by number, as a sender works them out.
  static func times(_ feedback: TransportFeedback) -> [UInt16: Int64] {
    var time = Int64(feedback.referenceTime) * TransportFeedback.referenceUnit
    var times: [UInt16: Int64] = [:]
    for arrival in feedback.arrivals {
      time += Int64(arrival.delta) * TransportFeedback.deltaUnit
      times[feedback.base.rawValue &+ arrival.offset] = time
    }
    return times
  }

  @Test func `runs and vectors are read as the draft draws them`() throws {
    // Base 10, 21 packets: three small ones as a run; large, two missing, four small, two bits each;
    // small, nine missing, small, one bit each, and three bits that no packet has.
    let feedback = try #require(
      Self.parsed(
        "8fcd0009 00000001 00000002 000a0015 00000203 2003 e055 a008"
          + "01 02 03 ffff 05 06 07 08 09 0a 000000"))
    #expect(feedback.base == SequenceNumber(10))
    #expect(feedback.referenceTime == 2)
    #expect(feedback.number == 3)
    #expect(feedback.arrivals.map(\.offset) == [0, 1, 2, 3, 6, 7, 8, 9, 10, 20])
    #expect(feedback.arrivals.map(\.delta) == [1, 2, 3, -1, 5, 6, 7, 8, 9, 10])
  }

  @Test func `what a receiver notes a sender works out, whatever order and losses`() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<300 {
      var arrivals = TransportArrivals()
      var noted: [UInt16: Int64] = [:]
      var told: [UInt16: Int64] = [:]
      var sequence = Int64.random(in: 0...65_535, using: &random)
      var time = Int64.random(in: -1_000_000...10_000_000_000, using: &random)
      var numbers: [UInt8] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        for _ in 0..<Int.random(in: 0...200, using: &random) {
          sequence += random.chance(0.1) ? .random(in: 2...60, using: &random) : 1
          time +=
            random.chance(0.02)
            ? .random(in: 0...20_000_000, using: &random) : .random(in: 0...3_000, using: &random)
          // Late ones too.
          let late = random.chance(0.05) ? Int64.random(in: 1...9, using: &random) : 0
          let number = SequenceNumber(truncating: sequence - late)
          if noted[number.rawValue] == nil {
            noted[number.rawValue] = time
            arrivals.note(number, at: time)
          }
        }
        while let feedback = arrivals.takeFeedback(sender: SSRC(1), source: SSRC(2)) {
          numbers.append(feedback.number)
          var writer = RTCPWriter()
          writer.append(.transportFeedback(feedback))
          #expect(writer.bytes.count <= 1_200)
          let again = RTCPDatagram(parsing: writer.bytes.span)
          #expect(again.packets == [.transportFeedback(feedback)])
          told.merge(Self.times(feedback)) { _, new in new }
        }
      }
      #expect(numbers == (0..<numbers.count).map { UInt8(truncatingIfNeeded: $0) })
      #expect(Set(told.keys) == Set(noted.keys))
      for (number, time) in noted {
        let difference = time - (told[number] ?? .min / 2)
        // Rounded once, never added up; 24 bits of 64 ms wrap after 12 days.
        #expect((0..<TransportFeedback.deltaUnit).contains(difference), "\(number)")
      }
    }
  }

  @Test(arguments: [
    // A run of no packets, a run of the reserved symbol, two packets and one delta.
    "8fcd0005 00000001 00000002 000a0001 00000000 20000000",
    "8fcd0005 00000001 00000002 000a0001 00000000 60010100",
    "8fcd0005 00000001 00000002 000a0002 00000000 40020100",
    // 65 535 packets in 20 bytes.
    "8fcd0005 00000001 00000002 000affff 00000000 3fff0100",
  ])
  func `feedback that cannot be is none`(hex: String) {
    #expect(Self.parsed(hex) == nil)
  }

  @Test func `what was missing is told as missing`() throws {
    var arrivals = TransportArrivals()
    arrivals.note(SequenceNumber(100), at: 1_000)
    #expect(arrivals.takeFeedback(sender: SSRC(1), source: SSRC(2))?.count == 1)
    arrivals.note(SequenceNumber(105), at: 2_000)
    let second = arrivals.takeFeedback(sender: SSRC(1), source: SSRC(2))
    let feedback = try #require(second)
    #expect(feedback.base == SequenceNumber(101))
    #expect(feedback.count == 5)
    #expect(feedback.arrivals.map(\.offset) == [4])
    #expect(arrivals.takeFeedback(sender: SSRC(1), source: SSRC(2)) == nil)
    // Late, and told all the same.
    arrivals.note(SequenceNumber(103), at: 3_000)
    let late = arrivals.takeFeedback(sender: SSRC(1), source: SSRC(2))
    #expect(late?.base == SequenceNumber(103))
  }
}
