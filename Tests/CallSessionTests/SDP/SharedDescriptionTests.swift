import TestSupport
import Testing

@testable import CallSession

/// Descriptions that others wrote, where they are at hand.
@Suite(.enabled(if: SharedCases.arePresent)) struct SharedDescriptionTests {
  static let files = ["sdp", "sdp-fuzz", "chromium156", "synthetic"].flatMap { folder in
    SharedCases.names(in: folder).filter { $0.hasSuffix(".sdp") }.map { "\(folder)/\($0)" }
  }

  @Test func `there are some`() {
    #expect(Self.files.count > 80)
  }

  @Test(arguments: files)
  func `each is read and written as it was, answered or refused`(file: String) throws {
    let bytes = try #require(SharedCases.bytes(file))
    #expect(SDPExercise.run(bytes).isConsistent)
    guard let description = try? SessionDescription(bytes: bytes) else {
      #expect(Self.refused.contains(file))
      return
    }
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { line in
      line.last == 13 ? line.dropLast() : line
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    #expect(description.description.utf8.elementsEqual(lines.flatMap { $0 + [13, 10] }))
  }

  /// Two pieces without a beginning, and one long line of noise.
  static let refused: Set<String> = [
    "sdp/libwebrtc-unittest-3.sdp", "sdp/libwebrtc-unittest-6.sdp", "sdp-fuzz/timeout-55k.sdp",
  ]

  @Test(arguments: [
    "chromium156/whep_offer.sdp", "sdp/chromium120-offer.sdp", "sdp/firefox121-offer.sdp",
  ])
  func `browsers that view are answered`(file: String) throws {
    var server = Negotiators.showing()
    let bytes = try #require(SharedCases.bytes(file))
    let answer = try server.answer(to: SessionDescription(bytes: bytes))
    let media = try #require(server.current).media
    #expect(media.map(\.direction) == [.sending, .sending], "\(answer)")
    #expect(media[1].sending.retransmission != nil)
    #expect(media[1].extensionMap.transportSequence != nil)
  }

  @Test func `a browser that publishes is answered`() throws {
    var server = Negotiators.taking()
    let bytes = try #require(SharedCases.bytes("chromium156/whip_offer.sdp"))
    _ = try server.answer(to: SessionDescription(bytes: bytes))
    let session = try #require(server.current)
    #expect(session.media.map(\.remoteSources.count) == [1, 1])
    #expect(session.rejections.isEmpty)
  }

  @Test func `OBS is answered, without the video that we have no codec for`() throws {
    var server = Negotiators.taking()
    let bytes = try #require(SharedCases.bytes("sdp/obs30-whip-offer.sdp"))
    let answer = try server.answer(to: SessionDescription(bytes: bytes))
    #expect(answer.sections.map { $0.media.port == 0 } == [false, true])
    #expect(server.current?.media.map(\.direction) == [.receiving])
    #expect(server.current?.transport.candidates.count == 3)
  }

  @Test func `an answer that Chromium took is taken`() throws {
    var client = Negotiators.viewing()
    client.wishes = [.audio(id: 1, direction: .both), .video(id: 2, direction: .both)]
    _ = try client.offer()
    let bytes = try #require(
      SharedCases.bytes("chromium156/aiortc1.4_answer_accepted_by_chromium.sdp"))
    var answer = try SessionDescription(bytes: bytes)
    answer.sections.removeLast()
    try client.accept(answer)
    let session = try #require(client.current)
    #expect(session.media.map(\.direction) == [.both, .both])
    #expect(session.transport.role == .passive && session.transport.candidates.count == 2)
    #expect(session.media[1].feedback == [.lostPackets, .pictureLoss, .bitrate])
  }

  @Test(arguments: [
    ("SDP-02.no-common-codec", [true, false]), ("SDP-04.fmtp-before-rtpmap", [true, true]),
    ("SDP-08.obs-style-session-level", [true, true]), ("SDP-09.hash-lower-hex", [true, true]),
    ("SDP-09.hash-upper", [true, true]), ("SDP-13.bundle-only", [true, true]),
    ("SDP-14.unknown-lines", [true, true, false]),
  ])
  func `known cases are answered`(name: String, accepted: [Bool]) throws {
    var server = Negotiators.showing()
    let bytes = try #require(SharedCases.bytes("synthetic/\(name).sdp"))
    let answer = try server.answer(to: SessionDescription(bytes: bytes))
    #expect(answer.sections.map { $0.media.port != 0 } == accepted)
  }

  @Test(arguments: [
    ("SDP-10.no-fingerprint", NegotiationError.noFingerprint),
    ("SDP-10.two-fingerprints-mismatch", .differingFingerprints(section: 1)),
  ])
  func `known cases are refused`(name: String, error: NegotiationError) throws {
    var server = Negotiators.showing()
    let bytes = try #require(SharedCases.bytes("synthetic/\(name).sdp"))
    let offer = try SessionDescription(bytes: bytes)
    #expect(throws: error) { try server.answer(to: offer) }
  }
}
