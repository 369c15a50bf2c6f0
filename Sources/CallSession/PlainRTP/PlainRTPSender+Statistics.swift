extension PlainRTPSender {
  /// Since the beginning.
  package struct Statistics: Equatable, Sendable {
    package var packets: Int64 = 0
    /// RTP and RTCP, without the headers below them.
    package var bytes: Int64 = 0
    package var frames: Int64 = 0
    package var keyFrames: Int64 = 0
    /// That could not be sent in time.
    package var droppedFrames: Int64 = 0
    /// Requests of receivers for one.
    package var keyFrameRequests: Int64 = 0
  }
}
