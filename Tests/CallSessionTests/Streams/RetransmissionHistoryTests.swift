import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct RetransmissionHistoryTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }
  static let roundTrip = MediaTime(milliseconds: 100)

  static func packet(_ sequence: Int64, size: Int = 10) -> OutgoingPacket {
    OutgoingPacket(
      header: RTPHeader(
        payloadType: 96, sequenceNumber: SequenceNumber(truncating: sequence), timestamp: 0,
        ssrc: SSRC(1)),
      payload: [UInt8](repeating: UInt8(truncatingIfNeeded: sequence), count: size))
  }

  @Test func `packets are kept for a second and three round trips, across the wrap`() {
    var history = RetransmissionHistory()
    for sequence in Int64(65_000)..<67_000 {
      let now = Self.milliseconds(sequence - 65_000)
      history.note(Self.packet(sequence), sequence: sequence, at: now, roundTrip: Self.roundTrip)
    }
    let now = Self.milliseconds(2_000)
    // The last came at 1 999; what is kept came at 699 or later.
    #expect(history.count == 1_301)
    for sequence in Int64(65_000)..<67_000 {
      let taken = history.take(
        SequenceNumber(truncating: sequence), at: now, roundTrip: Self.roundTrip)
      #expect(taken == (sequence >= 65_699 ? Self.packet(sequence) : nil))
    }
    #expect(history.take(SequenceNumber(truncating: 67_000), at: now, roundTrip: .zero) == nil)
  }

  @Test func `there is a limit to the bytes`() {
    var history = RetransmissionHistory(mostBytes: 10_000)
    for sequence in Int64(0)..<100 {
      history.note(
        Self.packet(sequence, size: 1_000), sequence: sequence, at: .zero,
        roundTrip: Self.roundTrip)
    }
    #expect(history.count == 10)
    #expect(history.size(of: [95, 99]) == 2 * Self.packet(0, size: 1_000).size)
    #expect(history.size(of: [95, 5]) == nil)
  }

  @Test func `a packet under way is not sent once more`() {
    var history = RetransmissionHistory()
    history.note(Self.packet(5), sequence: 5, at: .zero, roundTrip: Self.roundTrip)
    func take(_ time: Int64) -> Bool {
      history.take(SequenceNumber(5), at: Self.milliseconds(time), roundTrip: Self.roundTrip) != nil
    }
    #expect(take(10))
    #expect(!take(50))
    #expect(take(86))
  }

  @Test func `a cap leaves what was saved up and then its rate`() {
    var cap = RateCap(rate: 80_000, burst: Self.milliseconds(500))
    // 5 000 bytes saved, then 10 a millisecond.
    var sent = 0
    while cap.take(1_000, at: .zero) { sent += 1 }
    #expect(sent == 5)
    sent = 0
    for time in 0..<1_000 where cap.take(1_000, at: Self.milliseconds(Int64(time))) { sent += 1 }
    #expect(sent == 10)
  }
}
