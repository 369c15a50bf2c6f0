import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct ReportingTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

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
