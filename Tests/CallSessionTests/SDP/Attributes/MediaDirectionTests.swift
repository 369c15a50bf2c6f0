import Testing

@testable import CallSession

@Suite struct MediaDirectionTests {
  @Test func `a way turned round twice is itself`() {
    #expect(MediaDirection.sending.reversed == .receiving)
    for direction in MediaDirection.allCases {
      #expect(direction.reversed.reversed == direction)
      #expect(direction.cut(to: .both) == direction)
      #expect(direction.cut(to: .inactive) == .inactive)
    }
    #expect(MediaDirection.sending.cut(to: .receiving) == .inactive)
  }

  @Test
  func `a section's own way goes before the session's, and both ways is meant if none is said`()
    throws
  {
    let description = try SessionDescription(
      "v=0\na=recvonly\nm=audio 9 RTP/AVP 0\nm=audio 9 RTP/AVP 0\na=inactive\na=sendonly\n")
    #expect(description.sections.map { description.direction(of: $0) } == [.receiving, .inactive])
    let silent = try SessionDescription("v=0\nm=audio 9 RTP/AVP 0\na=sendonly:x\n")
    #expect(silent.direction(of: silent.sections[0]) == .both)
  }
}
