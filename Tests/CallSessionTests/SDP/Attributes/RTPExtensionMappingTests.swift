import Testing

@testable import CallSession

@Suite struct RTPExtensionMappingTests {
  @Test func `ids, ways, names and what follows are read`() {
    #expect(
      RTPExtensionMapping("3/sendonly urn:x 25@600/24 b")
        == RTPExtensionMapping(id: 3, direction: .sending, uri: "urn:x", attributes: "25@600/24 b"))
    #expect(RTPExtensionMapping("4096 urn:x")?.value == "4096 urn:x")
    for text in ["", "3", "x urn:x", "99999 urn:x", "-1 urn:x", "/sendonly urn:x"] {
      #expect(RTPExtensionMapping(text[...]) == nil)
    }
  }

  @Test func `of two with one number or one name the first holds`() throws {
    let description = try SessionDescription(
      """
      v=0
      a=extmap:9 urn:session
      m=video 9 RTP/AVP 0
      a=extmap:1 urn:a
      a=extmap:1 urn:b
      a=extmap:2 urn:a
      """)
    let mappings = description.extensions(of: description.sections[0])
    #expect(mappings.map(\.id) == [1, 9])
    #expect(mappings.map(\.uri) == ["urn:a", "urn:session"])
  }

  @Test func `a stream gets the numbers that its packets have`() {
    let map = RTPExtensionMap([
      RTPExtensionMapping(id: 3, uri: RTPExtensionMap.transportSequenceURI),
      RTPExtensionMapping(id: 4096, uri: RTPExtensionMap.audioLevelURI),
    ])
    #expect(map == RTPExtensionMap(audioLevel: nil, transportSequence: 3, recovery: nil))
  }
}
