import Testing

@testable import CallSession

@Suite struct BundleNumbersTests {
  @Test func `numbers once said stay, and new ones are free`() throws {
    var numbers = BundleNumbers()
    numbers.note(
      try Descriptions.parsed(
        Descriptions.offer(
          Descriptions.audio("0", "sendrecv"),
          Descriptions.video("1", "sendrecv").replacing("extmap:4 ", with: "extmap:20 "))))
    #expect(numbers.id(for: RTPExtensionMap.audioLevelURI) == 1)
    #expect(numbers.id(for: RTPExtensionMap.midURI) == 4)
    #expect(numbers.id(for: "urn:new") == 6)
    #expect(numbers.id(for: "urn:new") == 6)
    #expect(numbers.id(for: "urn:newer") == 7)
    // 96 and 97 are used by the peer, so they are not ours to give.
    #expect(
      numbers.types(for: .vp8, retransmits: true) == PayloadTypes(media: 99, retransmission: 100))
    #expect(
      numbers.types(for: .vp8, retransmits: false) == PayloadTypes(media: 99, retransmission: nil))
    #expect(numbers.newMid() == "2" && numbers.newMid() == "3")
  }

  @Test func `when the one-byte numbers are used up an extension is left out`() {
    var numbers = BundleNumbers()
    for number in 1...14 { #expect(numbers.id(for: "urn:\(number)") == number) }
    #expect(numbers.id(for: "urn:15") == nil)
  }

  @Test func `when the preferred types are used up others are taken`() throws {
    var numbers = BundleNumbers()
    let types = (96...127).map { "a=rtpmap:\($0) X/90000" }.joined(separator: "\n")
    let formats = (96...127).map { "\($0)" }.joined(separator: " ")
    numbers.note(try SessionDescription("v=0\nm=video 9 RTP/AVP \(formats)\n\(types)\n"))
    #expect(
      numbers.types(for: .vp8, retransmits: true) == PayloadTypes(media: 35, retransmission: 36))
  }

  @Test func `a peer that makes up extensions without end fills no memory`() throws {
    var numbers = BundleNumbers()
    for round in 0..<20 {
      let lines = (1...255).map { "a=extmap:\($0) urn:\(round):\($0)" }.joined(separator: "\n")
      numbers.note(try SessionDescription("v=0\nm=video 9 RTP/AVP 96\n\(lines)\n"))
    }
    #expect(numbers.extensionCount == 256)
  }
}
