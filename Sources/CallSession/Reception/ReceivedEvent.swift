package import MediaCore

/// What came of a sender's streams, in time: what `StreamRecording` records.
package enum ReceivedEvent: Sendable {
  /// When something was captured.
  package struct Capture: Equatable, Sendable {
    /// Nanoseconds since 1970 on the sender's clock.
    package var stamp: Int64
    /// By our clock, as far as is known by now: the way counts as nothing.
    package var time: MediaTime
  }

  /// A packet of the sound; not always in order. When it was captured is by our clock, and nil before the
  /// sender's first report.
  case sound(StreamOutputs.Sound, timestamp: RTPTimestamp, captured: Capture?)
  /// The next frame that can be decoded.
  case frame(VP8FrameAssembler.Frame, timestamp: RTPTimestamp, captured: Capture?)
  /// The sender's clock was set: its stamps of before say nothing of those that come.
  case clockSet
  /// The sender reported on a stream: it is there, also when nothing is to be sent.
  case alive(MediaLane, SenderReport)
  /// The sender said goodbye.
  case ended(MediaLane)
}

/// What was received since the beginning.
package struct ReceivedStatistics: Equatable, Sendable {
  package var packets: Int64 = 0
  package var bytes: Int64 = 0
  package var frames: Int64 = 0
  package var keyFrames: Int64 = 0
  /// Datagrams that were no packets of what is received.
  package var refused: Int64 = 0

  package init() {}

  package static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.packets += right.packets
    sum.bytes += right.bytes
    sum.frames += right.frames
    sum.keyFrames += right.keyFrames
    sum.refused += right.refused
    return sum
  }
}
