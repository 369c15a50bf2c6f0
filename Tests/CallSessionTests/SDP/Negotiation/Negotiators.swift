import MediaCore

@testable import CallSession

/// Our two sides: a server as it answers, and a client as it offers.
enum Negotiators {
  static func transport(
    _ letter: Character, isLite: Bool, answersAs: SetupRole = .passive
  ) -> LocalTransport {
    LocalTransport(
      credentials: ICECredentials(
        fragment: String(repeating: letter, count: 4),
        password: String(repeating: letter, count: 24))!,
      fingerprints: [
        DTLSFingerprint(.sha256, digest: [UInt8](repeating: letter.asciiValue ?? 0, count: 32))!
      ],
      candidates: [
        SDPCandidate(
          foundation: "1", priority: 2_130_706_431, address: "192.0.2.1", port: 3478, kind: .host)
      ], isLite: isLite, answersAs: answersAs)
  }

  static func source(_ number: UInt32, track: String) -> LocalSource {
    LocalSource(
      source: SSRC(number), retransmission: SSRC(number + 1), canonicalName: "us",
      streamID: "board", trackID: track)
  }

  /// Shows a board with sound.
  static func showing() -> SessionNegotiation {
    SessionNegotiation(
      sessionID: 77,
      wishes: [
        .audio(id: 10, direction: .sending, source: source(100, track: "sound")),
        .board(id: 11, source: source(200, track: "ink")),
      ], transport: transport("s", isLite: true))
  }

  /// Takes what a publisher sends.
  static func taking(answersAs: SetupRole = .passive) -> SessionNegotiation {
    SessionNegotiation(
      sessionID: 78,
      wishes: [.audio(id: 20, direction: .receiving), .video(id: 21, direction: .receiving)],
      transport: transport("t", isLite: true, answersAs: answersAs))
  }

  /// Publishes to a server.
  static func publishing() -> SessionNegotiation {
    SessionNegotiation(
      sessionID: 79,
      wishes: [
        .audio(id: 30, direction: .sending, source: source(300, track: "sound")),
        .board(id: 31, source: source(400, track: "ink")),
      ], transport: transport("p", isLite: false))
  }

  static func viewing() -> SessionNegotiation {
    SessionNegotiation(
      sessionID: 80,
      wishes: [.audio(id: 40, direction: .receiving), .video(id: 41, direction: .receiving)],
      transport: transport("v", isLite: false))
  }
}

extension NegotiatedMedia {
  var remoteOpus: OpusParameters { OpusParameters(remoteParameters) }
  var extensionMap: RTPExtensionMap { RTPExtensionMap(extensions) }

  /// The number of a header extension; nil if it is not used.
  func extensionID(_ uri: String) -> UInt8? {
    extensions.first { $0.uri == uri }.flatMap { UInt8(exactly: $0.id) }
  }
}

extension SessionDescription {
  /// All lines, for looking whether something is said anywhere.
  var all: [String] { (lines + sections.flatMap(\.lines)).map(\.text) }
}
