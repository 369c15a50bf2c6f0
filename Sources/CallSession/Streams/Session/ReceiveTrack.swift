import MediaCore

/// A source of somebody else's.
struct ReceiveTrack: Sendable {
  let source: SSRC
  let payloadType: UInt8
  let retransmission: RetransmissionFormat?
  var extender = SequenceExtender()
  var statistics: ReceptionStatistics
  /// Nil for sound.
  var video: VideoReceiveStream?
  var hasEnded = false

  init(
    source: SSRC, payloadType: UInt8, clockRate: Int64, isVideo: Bool,
    retransmission: RetransmissionFormat?
  ) {
    self.source = source
    self.payloadType = payloadType
    self.retransmission = retransmission
    statistics = ReceptionStatistics(clockRate: clockRate)
    video = isVideo ? VideoReceiveStream(source: source) : nil
  }
}
