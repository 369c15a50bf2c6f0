import Testing

@testable import CallSession

@Suite struct PayloadFormatTests {
  static func section(_ lines: String) throws -> MediaSection {
    try SessionDescription("v=0\n" + lines).sections[0]
  }

  @Test func `order within a section does not matter`() throws {
    let section = try Self.section(
      """
      m=video 9 UDP/TLS/RTP/SAVPF 120 124
      a=rtcp-fb:120 nack pli
      a=fmtp:124 apt=120
      a=fmtp:120 max-fs=12288;max-fr=60
      a=rtpmap:124 RTX/90000
      a=rtpmap:120 vp8/90000
      """)
    let formats = section.formats
    #expect(formats.map(\.payloadType) == [120, 124])
    #expect(formats[0].parameters.number("max-fr") == 60)
    #expect(formats[0].feedback == .pictureLoss)
    #expect(formats[1].repairs == 120)
    let format = try #require(MediaCodec.vp8.format(in: formats))
    #expect(PayloadTypes(format, in: formats) == PayloadTypes(media: 120, retransmission: 124))
  }

  @Test func `formats come in the media line's order, known without maps or by them`() throws {
    let section = try Self.section(
      """
      m=audio 9 RTP/AVPF 111 0 8 77 200 x 111 96
      a=rtpmap:96 opus/48000
      a=rtpmap:111 OPUS/48000/2
      a=rtpmap:111 G722/8000
      a=rtpmap:99 opus/48000/2
      a=rtcp-fb:* nack
      a=rtcp-fb:111 transport-cc
      a=rtcp-fb:111 trr-int 5
      a=rtcp-fb:300 nack
      """)
    let formats = section.formats
    #expect(formats.map(\.payloadType) == [111, 0, 8, 96])
    #expect(formats.map(\.encoding) == ["OPUS", "PCMU", "PCMA", "opus"])
    #expect(formats.map(\.channels) == [2, 1, 1, 1])
    #expect(formats[0].feedback == [.lostPackets, .transportWide])
    #expect(formats[1].feedback == .lostPackets)
  }

  @Test(arguments: ["opus", "opus/", "opus/x", "opus/0", "opus/99999999999", "/48000", ""])
  func `a map without a rate is none`(map: String) {
    #expect(PayloadFormat(payloadType: 96, map: map[...]) == nil)
  }

  @Test func `formats of data channels are no payload types`() throws {
    #expect(try Self.section("m=application 9 UDP/DTLS/SCTP 0").formats.isEmpty)
  }
}
