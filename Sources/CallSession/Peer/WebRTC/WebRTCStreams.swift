package import MediaCore

/// What goes to one peer and comes from it, as both sides agreed on it.
package struct WebRTCStreams: Sendable {
  /// The board's source; nil when the peer does not want it.
  package private(set) var board: SSRC?
  /// The sound's.
  package private(set) var sound: SSRC?
  /// Of pictures that go both ways.
  package private(set) var camera: SSRC?
  private let media: [NegotiatedMedia]
  /// In which the peer sends: the first of each codec.
  let received: [NegotiatedMedia]
  private let configuration: RTPSession.Configuration

  /// The first picture of a board is some tens of kilobytes, and most paths carry that at once. Of twice as much
  /// a path of 1 Mbit/s would lose most. More is not probed for: to a browser each probe is a video that runs, of
  /// which it then misses the pictures.
  private static let startBitrate: Int64 = 2_000_000
  /// Less than this carries no sound beside a board: who measures delays badly, such as a program that gets too
  /// little of its processor, shall not stop the picture for good.
  private static let leastBitrate: Int64 = 100_000

  /// - Parameters:
  ///   - source: who speaks in RTCP.
  ///   - canonicalName: as in the session description.
  ///   - wallClockOrigin: nanoseconds from 1970 to session time 0.
  package init(
    _ negotiated: NegotiatedSession, source: SSRC, canonicalName: String, wallClockOrigin: Int64
  ) {
    media = negotiated.media.filter { $0.direction.sends && $0.source != nil }
    var received: [NegotiatedMedia] = []
    for entry in negotiated.media where entry.direction.receives {
      if !received.contains(where: { $0.codec == entry.codec }) { received.append(entry) }
    }
    self.received = received
    // One number has one meaning in all sections of a bundle (RFC 8843, 9.2.1).
    let extensions = RTPExtensionMap(negotiated.media.flatMap(\.extensions))
    var configuration = RTPSession.Configuration(source: source, canonicalName: canonicalName)
    configuration.extensions = extensions
    configuration.hasRecoveryFrames =
      extensions.recovery != nil || extensions.dependencies != nil
    configuration.wallClockOrigin = wallClockOrigin
    configuration.startBitrate = Self.startBitrate
    configuration.bitrates = Self.leastBitrate...configuration.bitrates.upperBound
    self.configuration = configuration
    for entry in media {
      switch entry.codec {
      case .vp8 where entry.direction.receives: camera = camera ?? entry.source?.source
      case .vp8: board = board ?? entry.source?.source
      case .opus: sound = sound ?? entry.source?.source
      }
    }
  }

  /// A session that sends what is sent; who receives tells it the sources (`WebRTCReception`).
  func session(using random: inout some RandomNumberGenerator) -> RTPSession {
    var session = RTPSession(configuration)
    for entry in media {
      guard let source = entry.source?.source else { continue }
      let type = entry.sending.media
      let clockRate = Int64(entry.codec.clockRate)
      let stream = RTPSendStream(
        source: source, payloadType: type, clockRate: clockRate, using: &random)
      switch entry.codec {
      case .vp8 where entry.direction.receives:
        session.addCamera(stream, retransmission: Self.retransmission(entry), using: &random)
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
