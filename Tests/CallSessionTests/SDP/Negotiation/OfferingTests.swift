import MediaCore
import Testing

@testable import CallSession

@Suite struct OfferingTests {
  @Test func `we publish to a server of ours`() throws {
    var client = Negotiators.publishing()
    var server = Negotiators.taking()
    let offer = try client.offer()
    #expect(client.isPending)
    #expect(offer.sections.map(\.media.formats) == [["111"], ["96", "97"]])
    #expect(offer.sections.allSatisfy { offer.setup(of: $0) == .either })
    #expect(!offer.isLite)
    #expect(offer.sections.map(\.lines.candidates.count) == [1, 0])
    try client.accept(server.answer(to: offer))
    let (ours, theirs) = (try #require(client.current), try #require(server.current))
    #expect(!client.isPending)
    #expect(ours.media.map(\.direction) == [.sending, .sending])
    #expect(theirs.media.map(\.direction) == [.receiving, .receiving])
    #expect(ours.media.map(\.sending) == theirs.media.map(\.receiving))
    #expect(ours.media.map(\.mid) == theirs.media.map(\.mid))
    #expect(theirs.media[1].remoteSources.map(\.source) == [SSRC(400)])
    #expect(theirs.media[1].remoteSources.map(\.retransmission) == [SSRC(401)])
    #expect(ours.media[1].extensions.map(\.uri) == theirs.media[1].extensions.map(\.uri))
    #expect(ours.transport.role == .active && theirs.transport.role == .passive)
    #expect(ours.transport.isLite && !theirs.transport.isLite)
    #expect(ours.transport.credentials == server.transport.credentials)
    #expect(ours.transport.candidates == server.transport.candidates)
  }

  @Test func `we view what a server of ours shows`() throws {
    var client = Negotiators.viewing()
    var server = Negotiators.showing()
    try client.accept(server.answer(to: client.offer()))
    let session = try #require(client.current)
    #expect(session.media.map(\.direction) == [.receiving, .receiving])
    #expect(session.media[1].remoteSources.map(\.source) == [SSRC(200)])
    #expect(session.media[1].remoteStreams == [MediaStreamID(stream: "board", track: "ink")])
    #expect(session.media[1].feedback.contains([.lostPackets, .pictureLoss]))
  }

  @Test func `a board of ours says how it is shown and mended to one who knows it`()
    throws
  {
    var client = Negotiators.publishing()
    var server = Negotiators.taking()
    server.wishes[1].extensions = client.wishes[1].extensions
    try client.accept(server.answer(to: client.offer()))
    let board = try #require(client.current?.media(ofWish: 31))
    #expect(board.extensionMap.recovery != nil && board.extensionMap.transportSequence != nil)
    #expect(
      board.extensions.map(\.uri) == [
        RTPExtensionMap.transportSequenceURI, RTPExtensionMap.midURI,
        RTPExtensionMap.playoutDelayURI, RTPExtensionMap.recoveryURI,
      ])
    #expect(board.extensions == server.current?.media[1].extensions)
  }

  @Test func `an answer that refuses a section leaves the other`() throws {
    var client = Negotiators.publishing()
    var server = Negotiators.taking()
    server.wishes.removeLast()
    try client.accept(server.answer(to: client.offer()))
    #expect(client.current?.media.map(\.wish) == [30])
    #expect(client.current?.rejections == [SectionRejection(index: 1, mid: "1", reason: .stopped)])
  }

  /// An answer as another server may write it: numbers of its own, no mids, no bundle.
  static func answer(_ change: (String) -> String = { $0 }) throws -> SessionDescription {
    try SessionDescription(
      change(
        """
        v=0
        o=- 1 1 IN IP4 127.0.0.1
        s=-
        t=0 0
        a=group:BUNDLE 0 1
        m=audio 9 UDP/TLS/RTP/SAVPF 111
        a=ice-ufrag:abcd
        a=ice-pwd:abcdefghijklmnopqrstuv
        a=fingerprint:\(Descriptions.fingerprint)
        a=setup:passive
        a=mid:0
        a=rtcp-mux
        a=recvonly
        a=rtpmap:111 opus/48000/2
        m=video 9 UDP/TLS/RTP/SAVPF 100
        a=mid:1
        a=rtcp-mux
        a=recvonly
        a=rtpmap:100 VP8/90000
        """))
  }

  @Test func `numbers of the answerer's own are those that we send`() throws {
    var client = Negotiators.publishing()
    _ = try client.offer()
    try client.accept(Self.answer())
    let video = try #require(client.current?.media[1])
    #expect(video.sending == PayloadTypes(media: 100, retransmission: nil))
    #expect(video.receiving == PayloadTypes(media: 96, retransmission: nil))
    #expect(video.extensions.isEmpty && video.feedback.isEmpty && !video.usesReducedSize)
  }

  @Test func `an answer without a bundle has one section`() throws {
    var client = Negotiators.publishing()
    _ = try client.offer()
    try client.accept(Self.answer { $0.replacing("a=group:BUNDLE 0 1\n", with: "") })
    #expect(client.current?.media.count == 1)
    #expect(client.current?.rejections.map(\.reason) == [.notBundled])
  }

  @Test func `answers that cannot be are refused, and the offer still waits`() throws {
    let cases: [(String, String, NegotiationError)] = [
      ("setup:passive", "setup:actpass", .impossibleSetup),
      ("a=fingerprint", "a=x", .noFingerprint), ("a=ice-pwd", "a=x", .noCredentials),
      ("a=mid:1", "a=mid:7", .changedSection(1)), ("a=mid:1", "a=mid:0", .repeatedMid("0")),
    ]
    for (old, new, error) in cases {
      var client = Negotiators.publishing()
      _ = try client.offer()
      let answer = try Self.answer { $0.replacing(old, with: new) }
      #expect(throws: error) { try client.accept(answer) }
      #expect(client.isPending && client.current == nil)
    }
    var client = Negotiators.publishing()
    _ = try client.offer()
    var short = try Self.answer()
    short.sections.removeLast()
    #expect(throws: NegotiationError.sectionCount(expected: 2, found: 1)) {
      try client.accept(short)
    }
    var refusal = try Self.answer()
    for index in refusal.sections.indices { refusal.sections[index].media.port = 0 }
    #expect(
      throws: NegotiationError.nothingAccepted([
        SectionRejection(index: 0, mid: "0", reason: .stopped),
        SectionRejection(index: 1, mid: "1", reason: .stopped),
      ])
    ) { try client.accept(refusal) }
  }

  @Test func `calls out of order are refused`() throws {
    var client = Negotiators.publishing()
    let answer = try Self.answer()
    #expect(throws: NegotiationError.noOffer) { try client.accept(answer) }
    _ = try client.offer()
    #expect(throws: NegotiationError.offerPending) { try client.offer() }
    let foreign = try Descriptions.parsed(Descriptions.viewer)
    #expect(throws: NegotiationError.offerPending) { try client.answer(to: foreign) }
    client.rollBack()
    #expect(throws: NegotiationError.noOffer) { try client.accept(answer) }
    _ = try client.offer()
    try client.accept(answer)
  }
}
