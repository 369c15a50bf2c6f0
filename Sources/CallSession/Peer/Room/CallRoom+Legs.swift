package import MediaCore
import Strokes

extension CallRoom {
  func transport(
    to participant: AuthorID, context: consuming LibSRTPContext,
    using random: inout some RandomNumberGenerator
  ) -> PeerTransport {
    let number = participant.rawValue
    var session = RTPSession.Configuration(
      source: CallStreams.source(.roomMessages, of: number), canonicalName: "room")
    session.wallClockOrigin = configuration.wallClockOrigin
    session.hasRecoveryFrames = configuration.boardEncoder == .faceboard
    var transport = PeerTransport(
      session, context: context, messagesOut: CallStreams.source(.roomMessages, of: number),
      messagesIn: CallStreams.source(.messages, of: number), using: &random)
    var outputs = PeerOutputs()
    let mix = CallStreams.source(.mix, of: number)
    let microphone = CallStreams.source(.microphone, of: number)
    transport.withSession(into: &outputs) { session, _ in
      session.addAudio(
        RTPSendStream(
          source: mix, payloadType: CallStreams.opus, clockRate: 48_000, using: &random),
        retransmission: CallStreams.retransmissionFormat(of: mix, isAudio: true),
        using: &random)
      session.receiveAudio(
        microphone, payloadType: CallStreams.opus,
        retransmission: CallStreams.retransmissionFormat(of: microphone, isAudio: true))
      for kind in CallStreams.Kind.pictures {
        let source = CallStreams.source(kind, of: number)
        session.receiveVideo(
          source, payloadType: CallStreams.vp8,
          retransmission: CallStreams.retransmissionFormat(of: source, isAudio: false))
      }
    }
    return transport
  }

  // MARK: How it goes

  /// What became of a participant's sound on its way to the mix.
  package func audioStatistics(of leg: Int) -> AudioReceptionStatistics? {
    self.leg(leg)?.receiver.report
  }

  /// The streams to and from a participant.
  package func session(of leg: Int) -> RTPSession? { self.leg(leg)?.transport.session }

  /// Whether nothing more comes from a leg or goes to it, because what came made no sense or nothing
  /// arrives any more. It is to be taken away.
  package func isClosed(_ leg: Int) -> Bool { self.leg(leg)?.isClosed ?? true }

  /// Datagrams of a leg that were not accepted.
  package func refused(of leg: Int) -> Int? { self.leg(leg)?.transport.refused }

  /// Packets of sound that were coded, and decoded, so far.
  package var soundWork: (encoded: Int, decoded: Int) { (sound.encoded, sound.decoded) }
}
