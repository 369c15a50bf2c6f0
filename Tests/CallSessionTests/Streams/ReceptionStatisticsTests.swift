import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct ReceptionStatisticsTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func `losses are counted since the last report and since the beginning`() throws {
    var statistics = ReceptionStatistics(clockRate: 48_000)
    let none = statistics.takeReport(of: SSRC(1), at: .zero)
    #expect(none == nil)
    for sequence in Int64(65_500)..<65_600 where sequence % 4 != 1 {
      statistics.note(sequence, timestamp: 0, at: .zero)
    }
    let first = try #require(statistics.takeReport(of: SSRC(1), at: .zero) as ReceptionReport?)
    #expect(first.fractionLost == 64 && first.cumulativeLost == 25)
    // Two of the 16 bits' wraps: one is in the high half.
    #expect(first.highestSequence == 65_599)
    for sequence in Int64(65_600)..<65_700 { statistics.note(sequence, timestamp: 0, at: .zero) }
    let second = try #require(statistics.takeReport(of: SSRC(1), at: .zero) as ReceptionReport?)
    #expect(second.fractionLost == 0 && second.cumulativeLost == 25)
    #expect(statistics.lost == 25)
  }

  @Test func `what comes twice makes losses negative, not the fraction`() throws {
    var statistics = ReceptionStatistics(clockRate: 48_000)
    for sequence in Int64(0)..<10 {
      for _ in 0..<2 { statistics.note(sequence, timestamp: 0, at: .zero) }
    }
    let report = try #require(statistics.takeReport(of: SSRC(1), at: .zero) as ReceptionReport?)
    #expect(report.fractionLost == 0 && report.cumulativeLost == -10)
  }

  /// RFC 3550, A.8: J += (|D| − J)/16. With |D| always 480 ticks it tends to 480.
  @Test func `jitter is the mean deviation of the transit time`() throws {
    var statistics = ReceptionStatistics(clockRate: 48_000)
    for index in Int64(0)..<400 {
      let late: Int64 = index % 2 == 0 ? 0 : 10
      statistics.note(
        index, timestamp: UInt32(truncatingIfNeeded: 4_294_960_000 + index * 960),
        at: Self.milliseconds(index * 20 + late))
    }
    let jitter = try #require(statistics.takeReport(of: SSRC(1), at: .zero) as ReceptionReport?)
      .jitter
    #expect((478...480).contains(jitter))
  }

  @Test func `the last sender report is told with its age`() throws {
    var statistics = ReceptionStatistics(clockRate: 48_000)
    statistics.note(1, timestamp: 0, at: .zero)
    statistics.note(
      SenderReport(
        sender: SSRC(1), time: NTPTime(rawValue: 0x1234_5678_9ABC_DEF0), timestamp: 0, packets: 0,
        octets: 0), at: Self.milliseconds(500))
    let report = try #require(
      statistics.takeReport(of: SSRC(1), at: Self.milliseconds(1_000)) as ReceptionReport?)
    #expect(report.lastSenderReport == 0x5678_9ABC && report.delaySinceLast == 32_768)
  }

  @Test func `feedback is told when there is enough, and after a tenth of a second at the latest`()
  {
    var timer = TransportFeedbackTimer()
    timer.note(SequenceNumber(0), at: .zero)
    #expect(timer.deadline == Self.milliseconds(100))
    var packets: [RTCPPacket] = []
    timer.takeFeedback(sender: SSRC(1), source: SSRC(2), at: Self.milliseconds(99), into: &packets)
    #expect(packets.isEmpty)
    timer.takeFeedback(sender: SSRC(1), source: SSRC(2), at: Self.milliseconds(100), into: &packets)
    #expect(packets.count == 1 && timer.deadline == nil)
    for number in 1...10 as ClosedRange<UInt16> {
      timer.note(SequenceNumber(number), at: Self.milliseconds(110))
    }
    #expect(timer.deadline == Self.milliseconds(150))
  }

  @Test func `a sender report lays the media clock beside the wall clock`() throws {
    var random = SeededGenerator(seed: 1)
    var stream = RTPSendStream(
      source: SSRC(1), payloadType: 96, clockRate: 90_000, using: &random)
    #expect(stream.report(at: .zero, wallClock: NTPTime(rawValue: 0)) == nil)
    let header = stream.header(
      ticks: 900_000, capturedAt: Self.milliseconds(10_000), hasMarker: true, octets: 100)
    let next = stream.header(
      ticks: 903_000, capturedAt: Self.milliseconds(10_033), hasMarker: true, octets: 50)
    #expect(next.timestamp &- header.timestamp == 3_000)
    #expect(header.sequenceNumber.distance(to: next.sequenceNumber) == 1)
    let wall = NTPTime(rawValue: 77)
    let report = try #require(stream.report(at: Self.milliseconds(11_033), wallClock: wall))
    // A second after the last capture.
    #expect(report.timestamp &- next.timestamp == 90_000)
    #expect(report.packets == 2 && report.octets == 150 && report.time == wall)
  }
}
