import Testing

@testable import CallSession

/// What peers have been seen to send that others stumbled over.
@Suite struct OddOfferTests {
  static func answer(
    _ text: String, _ negotiation: SessionNegotiation = Negotiators.showing()
  ) throws(NegotiationError) -> (answer: SessionDescription, session: NegotiatedSession)? {
    var negotiation = negotiation
    guard let offer = try? SessionDescription(text) else { return nil }
    let answer = try negotiation.answer(to: offer)
    return negotiation.current.map { (answer, $0) }
  }

  @Test func `SDP-02: without a common codec video is refused and sound goes on`() throws {
    let text = Descriptions.viewer.replacing("VP8/90000", with: "AV1/90000")
    let (answer, session) = try #require(try Self.answer(text))
    #expect(answer.sections.map(\.media.port) == [3478, 0])
    #expect(session.media.map(\.wish) == [10])
    #expect(session.rejections.map(\.reason) == [.noCommonCodec])
    #expect(answer.groups.map(\.mids) == [["0"]])
    // Nothing in common at all.
    #expect(
      throws: NegotiationError.nothingAccepted([
        SectionRejection(index: 0, mid: "0", reason: .noCommonCodec),
        SectionRejection(index: 1, mid: "1", reason: .noCommonCodec),
      ])
    ) { try Self.answer(text.replacing("opus/48000/2", with: "speex/16000")) }
  }

  @Test func `SDP-04: parameters may stand before what they are of`() throws {
    let text = Descriptions.offer(
      bundle: "1",
      """
      m=video 9 UDP/TLS/RTP/SAVPF 120 124
      \(Descriptions.transport)
      a=fmtp:120 max-fs=12288;max-fr=60
      a=fmtp:124 apt=120
      a=mid:1
      a=rtcp-mux
      a=rtpmap:124 rtx/90000
      a=rtpmap:120 VP8/90000
      """)
    let (answer, session) = try #require(try Self.answer(text))
    #expect(answer.sections[0].media.formats == ["120", "124"])
    #expect(session.media[0].sending == PayloadTypes(media: 120, retransmission: 124))
  }

  @Test
  func `SDP-08: handshake, credentials and fingerprint may be the session's, names in capitals`()
    throws
  {
    let text = Descriptions.offer(
      session: "a=group:LS 0 1\n"
        + Descriptions.transport.replacing(
          "ice-options:trickle", with: "ice-options:ice2,trickle"),
      """
      m=audio 58712 UDP/TLS/RTP/SAVPF 111
      a=mid:0
      a=sendonly
      a=rtcp-mux
      a=rtpmap:111 OPUS/48000/2
      a=fmtp:111 minptime=10;stereo=1;sprop-stereo=1
      a=candidate:1 1 UDP 2122317823 192.0.2.60 58712 typ host
      a=end-of-candidates
      """,
      """
      m=video 58712 UDP/TLS/RTP/SAVPF 96
      a=mid:1
      a=sendonly
      a=rtcp-mux
      a=rtpmap:96 H264/90000
      """)
    let (answer, session) = try #require(try Self.answer(text, Negotiators.taking()))
    #expect(answer.direction(of: answer.sections[0]) == .receiving)
    #expect(answer.sections.map { $0.media.port == 0 } == [false, true])
    #expect(session.media[0].remoteOpus.sendsStereo)
    #expect(session.transport.credentials.fragment == "Ab/+" && session.transport.role == .passive)
    #expect(session.transport.trickles && session.transport.isComplete)
    #expect(session.transport.candidates.map(\.transport) == ["udp"])
  }

  @Test func `SDP-09: a fingerprint's case is no matter`() throws {
    let plain = try #require(try Self.answer(Descriptions.viewer)).session.transport.fingerprints
    for text in [
      Descriptions.fingerprint.lowercased(), Descriptions.fingerprint.uppercased(),
    ] {
      let odd = Descriptions.viewer.replacing(Descriptions.fingerprint, with: text)
      #expect(try #require(try Self.answer(odd)).session.transport.fingerprints == plain)
    }
  }

  @Test func `SDP-10: without a fingerprint, or with two that differ, nothing is agreed on`() throws
  {
    let none = Descriptions.viewer.replacing("a=fingerprint:", with: "a=nothing:")
    #expect(throws: NegotiationError.noFingerprint) { try Self.answer(none) }
    let weak = Descriptions.viewer.replacing("fingerprint:sha-256", with: "fingerprint:md5")
    #expect(throws: NegotiationError.noFingerprint) { try Self.answer(weak) }
    // A hash that no certificate of ours or of the peer's could be compared by.
    let unknown = Descriptions.viewer.replacing(
      Descriptions.fingerprint,
      with: "sha-224 " + [String](repeating: "AB", count: 28).joined(separator: ":"))
    #expect(throws: NegotiationError.noFingerprint) { try Self.answer(unknown) }
    let two = Descriptions.offer(
      Descriptions.audio("0", "recvonly"),
      Descriptions.video("1", "recvonly")
        .replacing(Descriptions.fingerprint, with: Descriptions.otherFingerprint))
    #expect(throws: NegotiationError.differingFingerprints(section: 1)) { try Self.answer(two) }
    #expect(NegotiationError.noFingerprint.message.contains("fingerprint"))
    #expect(NegotiationError.differingFingerprints(section: 1).message.contains("fingerprint"))
  }

  @Test func `SDP-13: port 0 inside a bundle that says so lives`() throws {
    let text = Descriptions.offer(
      Descriptions.audio("0", "recvonly"),
      Descriptions.video("1", "recvonly", port: 0, sources: "a=bundle-only"))
    let (answer, session) = try #require(try Self.answer(text))
    #expect(answer.sections[1].media.port != 0)
    #expect(session.media.count == 2)
    #expect(!answer.description.contains("bundle-only"))
    // Without the bundle it is what it says.
    let stopped = text.replacing("a=bundle-only\n", with: "")
    #expect(try #require(try Self.answer(stopped)).session.rejections.map(\.reason) == [.stopped])
  }

  @Test func `SDP-14: unknown lines, numbers and transports cost nothing but themselves`() throws {
    let text = Descriptions.offer(
      session: """
        a=source-filter: incl IN IP4 239.1.2.1 192.168.10.50
        a=ts-refclk:ptp=IEEE1588-2008:00-00-00-00-00-00-00-00:127
        a=x
        a=:
        a=extmap-allow-mixed
        """,
      Descriptions.audio(
        "0", "recvonly", sources: "a=extmap:255 urn:example:x\na=extmap:99999 urn:example:y"),
      Descriptions.video("1", "recvonly").replacing(
        "extmap:4 urn",
        with: "extmap:14/recvonly urn:x\na=extmap:4097/recvonly urn:y\na=extmap:200/recvonly urn"),
      "m=application 9 UDP/BFCP *\nc=IN IP4 0.0.0.0\na=mid:2")
    let (answer, session) = try #require(try Self.answer(text))
    #expect(answer.sections.map { $0.media.port != 0 } == [true, true, false])
    // The two-byte form is allowed, and the way is turned round.
    #expect(
      answer.sections[1].lines.attributes("extmap").contains(
        "200/sendonly \(RTPExtensionMap.midURI)"))
    #expect(session.media[1].extensionID(RTPExtensionMap.midURI) == 200)
    let plain = text.replacing("a=extmap-allow-mixed\n", with: "")
    #expect(
      try #require(try Self.answer(plain)).session.media[1]
        .extensionID(RTPExtensionMap.midURI) == nil)
    // What a section says for itself the answer would not say again.
    let inside = plain.replacing("a=mid:1\n", with: "a=mid:1\na=extmap-allow-mixed\n")
    #expect(
      try #require(try Self.answer(inside)).session.media[1]
        .extensionID(RTPExtensionMap.midURI) == nil)
  }

  @Test func `an extension that goes no way of ours is left out`() throws {
    let text = Descriptions.viewer.replacing("extmap:5 ", with: "extmap:5/sendonly ")
    let (answer, session) = try #require(try Self.answer(text))
    #expect(session.media[1].extensionID(RTPExtensionMap.playoutDelayURI) == nil)
    #expect(!answer.description.contains("playout-delay"))
  }

  @Test func `short passwords are refused`() {
    #expect(throws: NegotiationError.noCredentials) {
      try Self.answer(Descriptions.viewer.replacing("abcdefghijklmnop12345678", with: "short"))
    }
  }

  @Test func `two sections of one name are refused`() {
    #expect(throws: NegotiationError.repeatedMid("0")) {
      try Self.answer(
        Descriptions.offer(
          Descriptions.audio("0", "recvonly"), Descriptions.video("0", "recvonly")))
    }
  }

  @Test func `a fingerprint of the first section holds for the bundle`() throws {
    let text = Descriptions.offer(
      Descriptions.audio("0", "recvonly"),
      Descriptions.video("1", "recvonly", port: 0, sources: "a=bundle-only")
        .replacing(Descriptions.transport + "\n", with: ""))
    #expect(try #require(try Self.answer(text)).session.media.count == 2)
  }

  @Test func `the estimate of a peer without arrival times is read`() throws {
    let text = Descriptions.viewer.replacing("a=rtcp-fb:96 transport-cc\n", with: "")
    let (answer, session) = try #require(try Self.answer(text))
    #expect(session.media[1].feedback.contains(.bitrate))
    #expect(answer.sections[1].lines.attributes("rtcp-fb").contains("96 goog-remb"))
  }
}
