import MediaCore
import Testing

@testable import CallSession

@Suite struct AnsweringTests {
  @Test func `a viewer gets board and sound under its own numbers`() throws {
    var server = Negotiators.showing()
    let answer = try server.answer(to: Descriptions.parsed(Descriptions.viewer))
    let session = try #require(server.current)
    #expect(session.rejections.isEmpty)
    #expect(session.media.map(\.wish) == [10, 11])
    #expect(session.media.map(\.direction) == [.sending, .sending])
    #expect(session.media.map(\.sending.media) == [111, 96])
    #expect(session.media.map(\.sending.retransmission) == [nil, 97])
    #expect(session.media[0].feedback == .transportWide)
    #expect(
      session.media[1].feedback == [.transportWide, .fullIntra, .lostPackets, .pictureLoss])
    #expect(
      session.media[0].remoteOpus.inbandFEC && session.media[0].remoteOpus.shortestPacket == 10)
    #expect(
      session.media[0].extensionMap
        == RTPExtensionMap(audioLevel: 1, transportSequence: 3, recovery: nil))
    #expect(session.media[1].extensionID(RTPExtensionMap.playoutDelayURI) == 5)
    #expect(session.media.map(\.usesReducedSize) == [true, true])
    #expect(session.transport.role == .passive && session.transport.trickles)
    #expect(session.transport.credentials.fragment == "Ab/+")
    #expect(session.transport.fingerprints == [DTLSFingerprint(Descriptions.fingerprint)])

    #expect(
      answer.lines.map(\.text) == [
        "v=0", "o=- 77 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0 1",
        "a=extmap-allow-mixed", "a=ice-lite", "a=msid-semantic: WMS *",
      ])
    #expect(
      answer.sections[1].lines.map(\.text) == [
        "m=video 3478 UDP/TLS/RTP/SAVPF 96 97", "c=IN IP4 192.0.2.1", "a=ice-ufrag:ssss",
        "a=ice-pwd:ssssssssssssssssssssssss", "a=ice-options:trickle",
        "a=fingerprint:\(server.transport.fingerprints[0])", "a=setup:passive", "a=mid:1",
        "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01",
        "a=extmap:5 http://www.webrtc.org/experiments/rtp-hdrext/playout-delay",
        "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid", "a=sendonly", "a=msid:board ink",
        "a=rtcp-mux", "a=rtcp-rsize", "a=rtpmap:96 VP8/90000", "a=rtcp-fb:96 transport-cc",
        "a=rtcp-fb:96 ccm fir", "a=rtcp-fb:96 nack", "a=rtcp-fb:96 nack pli",
        "a=rtpmap:97 rtx/90000", "a=fmtp:97 apt=96", "a=ssrc-group:FID 200 201",
        "a=ssrc:200 cname:us", "a=ssrc:200 msid:board ink", "a=ssrc:201 cname:us",
        "a=ssrc:201 msid:board ink",
      ])
  }

  @Test func `candidates stand in the first section only, and all are known`() throws {
    var server = Negotiators.showing()
    let answer = try server.answer(to: Descriptions.parsed(Descriptions.viewer))
    #expect(answer.sections[0].lines.candidates == server.transport.candidates)
    #expect(answer.sections[0].lines.has("end-of-candidates"))
    #expect(answer.sections[1].lines.candidates.isEmpty)
  }

  @Test func `a publisher's sources are known`() throws {
    var server = Negotiators.taking()
    let answer = try server.answer(to: Descriptions.parsed(Descriptions.publisher))
    let session = try #require(server.current)
    #expect(session.media.map(\.direction) == [.receiving, .receiving])
    #expect(session.media[0].remoteSources.map(\.source) == [SSRC(1_711_684_628)])
    #expect(session.media[1].remoteSources.map(\.retransmission) == [SSRC(2_349_044_099)])
    #expect(session.media[1].remoteStreams == [MediaStreamID(stream: "stream", track: "track")])
    #expect(answer.sections.map { answer.direction(of: $0) } == [.receiving, .receiving])
    #expect(!answer.all.contains { $0.hasPrefix("a=ssrc") || $0.hasPrefix("a=msid:") })
  }

  @Test func `what we do not do is never said`() throws {
    for text in [Descriptions.viewer, Descriptions.publisher] {
      var server = text == Descriptions.viewer ? Negotiators.showing() : Negotiators.taking()
      let answer = try server.answer(to: Descriptions.parsed(text))
      for word in [
        "red", "ulpfec", "flexfec", "sctp", "rtcp-xr", "G722", "telephone", "goog-remb", "toffset",
      ] {
        #expect(!answer.description.contains(word), "\(word)")
      }
    }
  }

  @Test func `the Dependency Descriptor is not agreed on, as none is sent`() throws {
    let name =
      "https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension"
    let offer = try Descriptions.parsed(
      Descriptions.viewer.replacing("a=extmap:5 ", with: "a=extmap:13 \(name)\na=extmap:5 "))
    #expect(offer.all.contains("a=extmap:13 \(name)"))
    var server = Negotiators.showing()
    let answer = try server.answer(to: offer)
    #expect(!answer.description.contains("dependency-descriptor"))
    #expect(server.current?.media[1].extensions.map(\.id) == [3, 5, 4])
  }

  @Test func `data channels are refused in their place`() throws {
    var server = Negotiators.showing()
    let answer = try server.answer(
      to: Descriptions.parsed(
        Descriptions.offer(
          bundle: "data 0 1", Descriptions.data, Descriptions.audio("0", "recvonly"),
          Descriptions.video("1", "recvonly"))))
    #expect(
      answer.sections[0].lines.map(\.text) == [
        "m=application 0 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", "a=mid:data",
        "a=inactive",
      ])
    #expect(answer.groups == [MediaGroup(semantics: "BUNDLE", mids: ["0", "1"])])
    #expect(
      server.current?.rejections == [SectionRejection(index: 0, mid: "data", reason: .unknownKind)])
    #expect(answer.sections[1].lines.candidates.count == 1)
  }

  @Test func `simulcast is not taken, its names are told`() throws {
    var server = Negotiators.taking()
    let encodings = "a=rid:l send\na=rid:h send\na=simulcast:send l;h"
    let answer = try server.answer(
      to: Descriptions.parsed(
        Descriptions.offer(bundle: "1", Descriptions.video("1", "sendonly", sources: encodings))))
    #expect(server.current?.media[0].remoteRestrictionIDs.map(\.id) == ["l", "h"])
    #expect(server.current?.media[0].remoteSources == [])
    #expect(!answer.description.contains("simulcast") && !answer.description.contains("rid:"))
  }

  @Test(arguments: [
    ("actpass", SetupRole.passive, "passive"), ("active", .passive, "passive"),
    ("passive", .active, "active"),
  ])
  func `we wait for the handshake unless the peer does`(
    offered: String, role: SetupRole, answered: String
  ) throws {
    let text = Descriptions.viewer.replacing("setup:actpass", with: "setup:\(offered)")
    var server = Negotiators.showing()
    let answer = try server.answer(to: Descriptions.parsed(text))
    #expect(server.current?.transport.role == role)
    #expect(answer.sections[0].lines.attribute("setup") == answered[...])
    var eager = Negotiators.taking(answersAs: .active)
    _ = try eager.answer(to: Descriptions.parsed(Descriptions.publisher))
    #expect(eager.current?.transport.role == .active)
  }

  @Test func `nobody to begin the handshake is an error`() throws {
    let offer = try Descriptions.parsed(
      Descriptions.viewer.replacing("setup:actpass", with: "setup:holdconn"))
    var server = Negotiators.showing()
    #expect(throws: NegotiationError.impossibleSetup) { try server.answer(to: offer) }
  }

  @Test func `a way that does not fit is refused`() throws {
    var server = Negotiators.taking()
    let offer = try Descriptions.parsed(Descriptions.viewer)
    #expect(
      throws: NegotiationError.nothingAccepted([
        SectionRejection(index: 0, mid: "0", reason: .notWanted),
        SectionRejection(index: 1, mid: "1", reason: .notWanted),
      ])
    ) { try server.answer(to: offer) }
    #expect(server.current == nil)
  }

  @Test func `sections outside of the first's bundle are refused`() throws {
    for bundle in [nil, "0", "1"] {
      var server = Negotiators.showing()
      let answer = try server.answer(
        to: Descriptions.parsed(
          Descriptions.offer(
            bundle: bundle, Descriptions.audio("0", "recvonly"),
            Descriptions.video("1", "recvonly"))))
      #expect(answer.sections.map { $0.media.port != 0 } == [true, false])
      #expect(server.current?.rejections.map(\.reason) == [.notBundled])
      #expect(answer.groups.count == (bundle == "0" ? 1 : 0))
    }
  }

  @Test func `a wish that names a section gets that one`() throws {
    var server = Negotiators.showing()
    server.wishes.append(.video(id: 12, direction: .sending, mid: "1"))
    _ = try server.answer(
      to: Descriptions.parsed(
        Descriptions.offer(
          bundle: "0 1", Descriptions.video("0", "recvonly"), Descriptions.video("1", "recvonly"))))
    #expect(server.current?.media.map(\.wish) == [11, 12])
  }

  @Test func `RTCP on a port of its own is refused`() throws {
    var server = Negotiators.showing()
    let offer = try Descriptions.parsed(Descriptions.viewer.replacing("a=rtcp-mux\n", with: ""))
    #expect(
      throws: NegotiationError.nothingAccepted([
        SectionRejection(index: 0, mid: "0", reason: .noMultiplexing),
        SectionRejection(index: 1, mid: "1", reason: .noMultiplexing),
      ])
    ) { try server.answer(to: offer) }
  }

  @Test func `candidates of the peer are those for RTP, each once`() throws {
    let candidates = """
      a=candidate:1 1 udp 2122194687 192.0.2.2 55767 typ host generation 0
      a=candidate:1 2 udp 2122194686 192.0.2.2 55768 typ host generation 0
      a=candidate:1 1 udp 2122194687 192.0.2.2 55767 typ host generation 0
      a=candidate:1 1 udp 2122194687 abc.local 55767 typ host
      a=end-of-candidates
      """
    var server = Negotiators.showing()
    _ = try server.answer(
      to: Descriptions.parsed(
        Descriptions.offer(Descriptions.audio("0", "recvonly", sources: candidates))))
    let transport = try #require(server.current?.transport)
    #expect(transport.candidates.map(\.address) == ["192.0.2.2", "abc.local"])
    #expect(transport.isComplete && !transport.isLite)
  }
}
