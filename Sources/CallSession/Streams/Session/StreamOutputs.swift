package import MediaCore

/// What an `RTPSession` answers: datagrams to protect and send, and what came of those that came.
package struct StreamOutputs: Sendable {
  package struct Datagram: Equatable, Sendable {
    package var bytes: [UInt8]
    /// RTCP, which is protected in another way.
    package var isControl: Bool
  }

  /// A packet of sound, for the jitter buffer.
  package struct Sound: Equatable, Sendable {
    package var header: RTPHeader
    package var sequence: Int64
    package var payload: [UInt8]
    /// RFC 6464, as it was sent.
    package var level: UInt8?
    /// Whether it was sent again, and no other sending of it came before.
    package var isRetransmission: Bool
  }

  package enum Event: Sendable {
    case sound(Sound)
    case frame(source: SSRC, VP8FrameAssembler.Frame)
    /// A camera is to send a key frame.
    case keyFrameWanted(source: SSRC)
    /// A camera is to send so many bits a second at most: the slowest who watch it receive no more.
    case limited(source: SSRC, bitrate: Int64)
    /// A board's receiver lacks something: see `BoardSendStream`.
    case boardNeeds(source: SSRC, BoardSendStream.Need)
    /// Lays a source's timestamps beside the wall clock.
    case senderReport(SenderReport)
    case ended(source: SSRC)
  }

  package var datagrams: [Datagram] = []
  package var events: [Event] = []

  package init() {}

  package mutating func removeAll() {
    datagrams.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}
