import MediaCore
import Testing

@testable import CallSession

@Suite struct RoundTripTimeTests {
  static func report(last: UInt32, delay: UInt32) -> ReceptionReport {
    ReceptionReport(source: SSRC(1), lastSenderReport: last, delaySinceLast: delay)
  }

  /// The figure of RFC 3550, 6.4.1: A − LSR − DLSR = 6.125 s.
  @Test func `the example of the RFC`() throws {
    var roundTrip = RoundTripTime()
    let now = NTPTime(rawValue: 0xB710_8000 << 16)
    roundTrip.note(Self.report(last: 0xB705_2000, delay: 0x0005_4000), at: now)
    #expect(roundTrip.smoothed == MediaTime(milliseconds: 6_125))
  }

  @Test func `a report before any of ours, or from the future, says nothing`() {
    var roundTrip = RoundTripTime()
    let now = NTPTime(rawValue: 0xB710_8000 << 16)
    roundTrip.note(Self.report(last: 0, delay: 5), at: now)
    roundTrip.note(Self.report(last: 0xB710_9000, delay: 0), at: now)
    roundTrip.note(Self.report(last: 0x1000_0000, delay: 0), at: now)
    #expect(roundTrip.smoothed == nil)
    #expect(roundTrip.estimate == RoundTripTime.assumed)
  }

  @Test func `the middle of the clock may wrap between report and answer`() {
    var roundTrip = RoundTripTime()
    let now = NTPTime(rawValue: 0x0000_0800 << 16)
    roundTrip.note(Self.report(last: 0xFFFF_F800, delay: 0), at: now)
    #expect(roundTrip.smoothed == MediaTime(nanoseconds: 62_500_000))
  }

  @Test func `samples are smoothed, and the timeout grows with their spread`() {
    var (steady, shaky) = (RoundTripTime(), RoundTripTime())
    for index in 0..<50 {
      steady.note(MediaTime(milliseconds: 100))
      shaky.note(MediaTime(milliseconds: index % 2 == 0 ? 60 : 140))
    }
    #expect(steady.estimate == MediaTime(milliseconds: 100))
    #expect(steady.timeout == MediaTime(milliseconds: 110))
    #expect(abs(shaky.estimate.nanoseconds - 100_000_000) < 15_000_000)
    #expect(shaky.timeout > MediaTime(milliseconds: 200))
  }
}
