import Testing

@testable import CallSession

@Suite struct RestrictionIDTests {
  @Test func `names of encodings are read with their ways`() throws {
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
  }
}
