import Testing

@testable import CallSession

@Suite struct SimulcastDescriptionTests {
  @Test func `encodings, alternatives and pauses are read`() throws {
    let section = try SessionDescription(
      """
      v=0
      m=video 9 RTP/AVP 96
      a=rid:h send pt=96;max-width=1280
      a=rid:l send
      a=rid:x recv
      a=rid:y
      a=simulcast:send h,~m;l recv x
      """
    ).sections[0]
    #expect(section.restrictionIDs.map(\.id) == ["h", "l", "x"])
    #expect(section.restrictionIDs.map(\.isSent) == [true, true, false])
    #expect(section.restrictionIDs[0].parameters.number("max-width") == 1280)
    let simulcast = try #require(section.simulcast)
    #expect(simulcast.sent.map { $0.map(\.id) } == [["h", "m"], ["l"]])
    #expect(simulcast.sent[0].map(\.isPaused) == [false, true])
    #expect(simulcast.received.count == 1)
    #expect(SimulcastDescription("sent a") == nil)
    #expect(SimulcastDescription("send") == nil)
  }
}
