/// A datagram of plain RTP, where each lane has ports of its own.
package struct PlainRTPDatagram: Equatable, Sendable {
  package var bytes: [UInt8]
  package var lane: MediaLane
  /// RTCP.
  package var isControl: Bool

  package init(bytes: [UInt8], lane: MediaLane, isControl: Bool) {
    self.bytes = bytes
    self.lane = lane
    self.isControl = isControl
  }
}

extension MediaLane {
  /// As we send it.
  package var payloadType: UInt8 {
    switch self {
    case .video: CallStreams.vp8
    case .sound: CallStreams.opus
    }
  }
}
