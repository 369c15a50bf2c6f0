package import MediaCore

extension RTPSession {
  /// Asks the peer for a key frame of a video of its own (RFC 4585, 6.3.1): somebody behind us needs one.
  /// The request may be lost.
  package func requestKeyFrame(_ source: SSRC, into outputs: inout StreamOutputs) {
    send(
      [.pictureLoss(PictureLossIndication(sender: configuration.source, source: source))],
      into: &outputs)
  }

  /// Tells the peer to send no more than this to us, whatever its path carries
  /// (draft-alvestrand-rmcat-remb-03). Holds until the next one; the request may be lost.
  ///
  /// - Parameter bitrate: bits a second, of all its sources together.
  package func limitPeer(
    _ source: SSRC, to bitrate: Int64, into outputs: inout StreamOutputs
  ) {
    let limit = ReceiverEstimatedMaximumBitrate(
      sender: configuration.source, bitrate: UInt64(max(bitrate, 0)), sources: [source])
    send([.maximumBitrate(limit)], into: &outputs)
  }

  /// The peer gets a board anew, which it has not been sent for a while.
  package mutating func restartBoard(_ source: SSRC) {
    guard let index = sendTrack(source) else { return }
    sendTracks[index].changeBoard { $0.wantBootstrap() }
  }

  /// Lost packets of a source come again by a stream that was not known before.
  mutating func repair(_ source: SSRC, by retransmission: RetransmissionFormat) {
    for index in receiveTracks.indices where receiveTracks[index].source == source {
      receiveTracks[index].retransmission = retransmission
    }
  }

  /// A source of the peer's is received no more.
  mutating func stopReceiving(_ source: SSRC) {
    receiveTracks.removeAll { $0.source == source }
  }
}
