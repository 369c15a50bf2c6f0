package import MediaCore

/// What a `PlainRTPReceiver` answers: RTCP to send, and what came.
package struct PlainRTPReceiverOutputs: Sendable {
  /// When something was captured.
  package struct Capture: Equatable, Sendable {
    /// Nanoseconds since 1970 on the sender's clock.
    package var stamp: Int64
    /// By our clock, as far as is known by now: the way counts as nothing.
    package var time: MediaTime
  }

  package enum Event: Sendable {
    /// A packet of the sound; not always in order. When it was captured is by our clock, and nil before the
    /// sender's first report.
    case sound(StreamOutputs.Sound, timestamp: RTPTimestamp, captured: Capture?)
    /// The next frame that can be decoded.
    case frame(VP8FrameAssembler.Frame, timestamp: RTPTimestamp, captured: Capture?)
    /// The sender's clock was set: its stamps of before say nothing of those that come.
    case clockSet
    /// The sender reported on a stream: it is there, also when nothing is to be sent.
    case alive(PlainRTPLane)
    /// The sender said goodbye.
    case ended(PlainRTPLane)
  }

  package var datagrams: [PlainRTPDatagram] = []
  package var events: [Event] = []

  package init() {}

  package mutating func removeAll() {
    datagrams.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}
