import MediaCore
import Testing

@testable import CallSession

@Suite struct PlainRTPReceiversTests {
  private func note(
    _ receivers: inout PlainRTPReceivers, _ source: UInt32, loss: UInt8 = 0, lane: MediaLane,
    at seconds: Int64, sent: NTPTime? = nil
  ) -> Bool {
    let report = ReceptionReport(
      source: SSRC(1), fractionLost: loss, lastSenderReport: sent?.middle ?? 0)
    return receivers.note(
      report, from: SSRC(source), lane: lane, at: MediaTime(milliseconds: seconds * 1_000),
      wallClock: NTPTime(unixNanoseconds: seconds * 1_000_000_000))
  }

  @Test func `the worst off is told of, and a receiver is new once`() {
    var receivers = PlainRTPReceivers()
    #expect(receivers.worst(.video) == nil && receivers.roundTrip == nil)
    #expect(note(&receivers, 5, loss: 10, lane: .video, at: 1))
    #expect(note(&receivers, 6, loss: 128, lane: .video, at: 1))
    #expect(!note(&receivers, 5, loss: 20, lane: .video, at: 2))
    #expect(receivers.count == 2)
    #expect(receivers.worst(.video)?.loss == 0.5)
    #expect(receivers.worst(.sound) == nil)
  }

  @Test func `one that tells of its lanes under one name is new to each`() {
    var receivers = PlainRTPReceivers()
    #expect(note(&receivers, 5, lane: .sound, at: 1))
    #expect(note(&receivers, 5, lane: .video, at: 2))
    #expect(!note(&receivers, 5, lane: .video, at: 3))
    #expect(receivers.count == 1)
  }

  @Test func `one that tells of its lanes under two names counts once`() {
    var receivers = PlainRTPReceivers()
    _ = note(&receivers, 5, lane: .video, at: 1)
    _ = note(&receivers, 6, lane: .sound, at: 1)
    #expect(receivers.count == 1)
  }

  @Test func `who says goodbye or nothing for half a minute is gone`() {
    var receivers = PlainRTPReceivers()
    _ = note(&receivers, 5, lane: .video, at: 1)
    _ = note(&receivers, 6, lane: .video, at: 20)
    receivers.remove([SSRC(6)])
    #expect(receivers.count == 1)
    #expect(note(&receivers, 7, lane: .video, at: 32))
    #expect(receivers.count == 1)
  }

  @Test func `who falls silent is gone also when nobody else tells`() {
    var receivers = PlainRTPReceivers()
    _ = note(&receivers, 5, lane: .video, at: 1)
    receivers.expire(at: MediaTime(milliseconds: 31_000))
    #expect(receivers.count == 1)
    receivers.expire(at: MediaTime(milliseconds: 32_000))
    #expect(receivers.count == 0)
  }

  @Test func `the round trip is that of the sender's own reports`() throws {
    var receivers = PlainRTPReceivers()
    let sent = NTPTime(unixNanoseconds: 900_000_000)
    _ = note(&receivers, 5, lane: .video, at: 1, sent: sent)
    let roundTrip = try #require(receivers.roundTrip)
    #expect(abs((roundTrip - MediaTime(milliseconds: 100)).nanoseconds) < 100_000)
  }

  @Test func `who makes up receivers fills no memory`() {
    var receivers = PlainRTPReceivers()
    for source in 1...5_000 { _ = note(&receivers, UInt32(source), lane: .video, at: 1) }
    #expect(receivers.count == 256)
  }
}
