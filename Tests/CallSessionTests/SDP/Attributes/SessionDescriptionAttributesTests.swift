import Testing

@testable import CallSession

@Suite struct SessionDescriptionAttributesTests {
  @Test func `options may have commas between them`() throws {
    let description = try SessionDescription(
      "v=0\na=ice-options:ice2,Trickle\na=ice-lite\nm=audio 9 RTP/AVP 0\n")
    #expect(description.options(of: description.sections[0]) == ["ice2", "trickle"])
    #expect(description.isLite)
  }
}
