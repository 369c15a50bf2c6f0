import Testing

@testable import MediaCore

@Suite struct RTPReceptionTests {
  static let noTime = RTPTimestamp(0)

  @Test func `losses are counted since the last report and since the beginning`() {
    var reception = RTPReception(clockRate: 48_000)
    for sequence in Int64(65_500)..<65_600 where sequence % 4 != 1 {
      reception.count(sequence, Self.noTime, at: .zero)
    }
    let first = reception.report(on: SSRC(1), at: .zero)
    #expect(first.fractionLost == 64 && first.cumulativeLost == 25)
    // Beyond the 16 bits of a number: its wraps are in the high half.
    #expect(first.highestSequence == 65_599)
    for sequence in Int64(65_600)..<65_700 { reception.count(sequence, Self.noTime, at: .zero) }
    let second = reception.report(on: SSRC(1), at: .zero)
    #expect(second.fractionLost == 0 && second.cumulativeLost == 25)
    #expect(reception.lost == 25)
  }

  @Test func `what comes twice makes reported losses negative, not the fraction`() {
    var reception = RTPReception(clockRate: 48_000)
    for sequence in Int64(0)..<10 {
      reception.count(sequence, Self.noTime, at: .zero)
      reception.countDuplicate()
    }
    let report = reception.report(on: SSRC(1), at: .zero)
    #expect(report.fractionLost == 0 && report.cumulativeLost == -10)
    #expect(reception.lost == 0)
  }

  /// RFC 4588, 6.2: what was sent again is of another source.
  @Test func `what was mended stays lost in a report`() {
    var reception = RTPReception(clockRate: 48_000)
    for sequence in Int64(0)..<100 {
      reception.count(sequence, Self.noTime, isRetransmission: sequence % 4 == 1, at: .zero)
      reception.countDuplicate(isRetransmission: true)
      // A copy that was quicker than what it copies.
      if sequence % 8 == 1 { reception.countDuplicate() }
    }
    let report = reception.report(on: SSRC(1), at: .zero)
    #expect(report.cumulativeLost == 12 && report.fractionLost == 30)
    #expect(reception.lost == 0)
  }

  /// RFC 3550, A.8: J += (|D| − J)/16. With |D| always 480 ticks it tends to 480.
  @Test func `jitter is the mean deviation of the transit time, of packets sent once`() {
    var reception = RTPReception(clockRate: 48_000)
    for index in Int64(0)..<400 {
      let time = MediaTime(milliseconds: index * 20 + (index % 2 == 0 ? 0 : 10))
      reception.count(index * 2, RTPTimestamp(4_294_960_000 + index * 960), at: time)
      reception.count(
        index * 2 + 1, RTPTimestamp(4_294_960_000 + index * 960 - 48_000), isRetransmission: true,
        at: time)
    }
    #expect((478...480).contains(reception.report(on: SSRC(1), at: .zero).jitter))
  }

  @Test func `the last sender report is told with its age`() {
    var reception = RTPReception(clockRate: 48_000)
    reception.count(1, Self.noTime, at: .zero)
    reception.receive(
      SenderReport(
        sender: SSRC(1), time: NTPTime(rawValue: 0x1234_5678_9ABC_DEF0), timestamp: 0, packets: 0,
        octets: 0), at: MediaTime(milliseconds: 500))
    let report = reception.report(on: SSRC(1), at: MediaTime(milliseconds: 1_000))
    #expect(report.lastSenderReport == 0x5678_9ABC && report.delaySinceLast == 32_768)
  }
}
