package import MediaCore

/// What goes to one peer, as both sides agreed on it.
package struct WebRTCStreams: Sendable {
  /// The board's source; nil when the peer does not want it.
  package private(set) var board: SSRC?
  /// The sound's.
  package private(set) var sound: SSRC?
  private let media: [NegotiatedMedia]
  private let configuration: RTPSession.Configuration

  /// The first picture of a board is some tens of kilobytes, and most paths carry that at once. More is not
  /// probed for: to a browser each probe is a video that runs, of which it then misses the pictures.
  private static let startBitrate: Int64 = 1_000_000

  /// - Parameters:
  ///   - source: who speaks in RTCP.
  ///   - canonicalName: as in the session description.
  ///   - wallClockOrigin: nanoseconds from 1970 to session time 0.
  package init(
    _ negotiated: NegotiatedSession, source: SSRC, canonicalName: String, wallClockOrigin: Int64
  ) {
    media = negotiated.media.filter { $0.direction.sends && $0.source != nil }
    // One number has one meaning in all sections of a bundle (RFC 8843, 9.2.1).
    let extensions = RTPExtensionMap(media.flatMap(\.extensions))
    var configuration = RTPSession.Configuration(source: source, canonicalName: canonicalName)
    configuration.extensions = extensions
    configuration.hasRecoveryFrames = extensions.recovery != nil
    configuration.wallClockOrigin = wallClockOrigin
    configuration.startBitrate = Self.startBitrate
    self.configuration = configuration
    for entry in media {
      switch entry.codec {
      case .vp8: board = board ?? entry.source?.source
      case .opus: sound = sound ?? entry.source?.source
      }
    }
  }

  /// A session that sends them.
  func session(using random: inout some RandomNumberGenerator) -> RTPSession {
    var session = RTPSession(configuration)
    for entry in media {
      guard let source = entry.source?.source else { continue }
      let type = entry.sending.media
      let clockRate = Int64(entry.codec == .vp8 ? 90_000 : 48_000)
      let stream = RTPSendStream(
        source: source, payloadType: type, clockRate: clockRate, using: &random)
      switch entry.codec {
      case .vp8:
        session.addBoard(stream, retransmission: Self.retransmission(entry), using: &random)
      case .opus: session.addAudio(stream, using: &random)
      }
    }
    return session
  }

  private static func retransmission(_ entry: NegotiatedMedia) -> RetransmissionFormat? {
    guard let source = entry.source, let again = source.retransmission,
      let type = entry.sending.retransmission
    else { return nil }
    return RetransmissionFormat(
      original: .init(ssrc: source.source, payloadType: entry.sending.media),
      retransmission: .init(ssrc: again, payloadType: type))
  }
}
