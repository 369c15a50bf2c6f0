import Testing

@testable import CallSession

@Suite struct PlainRTPDescriptionTests {
  @Test func `a file of ours is what players read`() throws {
    var opus = OpusParameters()
    opus.sendsStereo = true
    let description = PlainRTPDescription(
      name: "Lesson 1", origin: "192.0.2.1", sessionID: 5,
      streams: [
        .sending(.vp8, to: "192.0.2.9", port: 5004),
        .sending(.opus, to: "192.0.2.9", port: 5006, opus: opus),
      ])
    #expect(
      description.description.description.split(separator: "\r\n").map { String($0) } == [
        "v=0", "o=- 5 1 IN IP4 192.0.2.1", "s=Lesson 1", "t=0 0", "m=video 5004 RTP/AVP 96",
        "c=IN IP4 192.0.2.9", "a=rtpmap:96 VP8/90000", "a=sendonly", "m=audio 5006 RTP/AVP 111",
        "c=IN IP4 192.0.2.9", "a=rtpmap:111 opus/48000/2", "a=fmtp:111 sprop-stereo=1",
        "a=sendonly",
      ])
    #expect(try PlainRTPDescription(description.description) == description)
  }

  @Test func `shared and other control ports, IPv6 and groups are said and read`() throws {
    let description = PlainRTPDescription(
      name: "", origin: "fd00::1", sessionID: 1,
      streams: [
        .sending(.vp8, to: "fd00::2", port: 5004, sharesPort: true),
        PlainRTPStream(
          kind: .audio, format: MediaCodec.opus.format(payloadType: 97), address: "239.1.2.3",
          port: 65535, controlPort: 7000),
      ])
    let text = description.description.description
    #expect(text.contains("c=IN IP6 fd00::2\r\n") && text.contains("a=rtcp-mux\r\n"))
    #expect(text.contains("c=IN IP4 239.1.2.3/16\r\n") && text.contains("a=rtcp:7000\r\n"))
    let read = try PlainRTPDescription(bytes: Array(text.utf8))
    #expect(read.streams == description.streams)
    #expect(read.streams.map(\.codec) == [.vp8, .opus])
  }

  /// FFmpeg 5.1's `-sdp_file`, and its print, which begins with a title.
  @Test(arguments: ["", "SDP:\n"])
  func `FFmpeg's files are read`(title: String) throws {
    let text =
      title
        + """
        v=0
        o=- 0 0 IN IP4 127.0.0.1
        s=No Name
        c=IN IP4 127.0.0.1
        t=0 0
        a=tool:libavformat LIBAVFORMAT_VERSION
        m=video 15004 RTP/AVP 96
        b=AS:256
        a=rtpmap:96 VP8/90000
        m=audio 15006 RTP/AVP 97
        b=AS:64
        a=rtpmap:97 opus/48000/2
        a=fmtp:97 sprop-stereo=1

        """
    let description = try PlainRTPDescription(bytes: Array(text.utf8))
    #expect(description.name == "No Name" && description.origin == "127.0.0.1")
    #expect(description.streams.map(\.codec) == [.vp8, .opus])
    #expect(description.streams.map(\.format.payloadType) == [96, 97])
    #expect(description.streams.map(\.port) == [15004, 15006])
    #expect(description.streams.map(\.controlPort) == [15005, 15007])
    #expect(OpusParameters(description.streams[1].format.parameters).sendsStereo)
  }

  @Test func `of several formats the one that we have a codec for is taken`() throws {
    let description = try PlainRTPDescription(
      SessionDescription(
        """
        v=0
        c=IN IP4 192.0.2.1
        m=audio 5000 RTP/AVP 0 96
        a=rtpmap:96 opus/48000/2
        m=audio 5002 RTP/AVP 8
        m=video 0 RTP/AVP 96
        a=rtpmap:96 VP8/90000
        m=video 5004 udp 33
        """))
    #expect(description.streams.map(\.format.encoding) == ["opus", "PCMA"])
    #expect(description.streams.map(\.codec) == [.opus, nil])
  }

  @Test func `an origin that is no address is left out, so that what is read can be written`()
    throws
  {
    func text(_ origin: Int) -> String {
      "v=0\no=\(String(repeating: "x", count: origin))\nc=IN IP4 192.0.2.1\nm=audio 9 RTP/AVP 0\n"
    }
    #expect(try PlainRTPDescription(SessionDescription(text(255))).origin.utf8.count == 255)
    #expect(try PlainRTPDescription(SessionDescription(text(256))).origin == "0.0.0.0")
    #expect(SDPExercise.run(Array(text(SessionDescription.longestLine - 2).utf8)).isConsistent)
  }

  @Test func `without an address or a stream there is nothing to receive`() throws {
    #expect(throws: SDPError(line: 0, .noAddress)) {
      try PlainRTPDescription(SessionDescription("v=0\nm=audio 9 RTP/AVP 0\n"))
    }
    #expect(throws: SDPError(line: 0, .noStreams)) {
      try PlainRTPDescription(SessionDescription("v=0\nc=IN IP4 192.0.2.1\n"))
    }
    #expect(SDPError(line: 0, .noAddress).message.contains("c= line"))
  }
}
