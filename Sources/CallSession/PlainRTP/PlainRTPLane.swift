/// A stream of plain RTP: each has ports of its own.
package enum PlainRTPLane: Int, CaseIterable, Sendable {
  case video
  case sound

  package var payloadType: UInt8 {
    switch self {
    case .video: CallStreams.vp8
    case .sound: CallStreams.opus
    }
  }

  /// Ticks a second.
  package var clockRate: Int64 {
    switch self {
    case .video: 90_000
    case .sound: 48_000
    }
  }
}

/// A datagram of plain RTP.
package struct PlainRTPDatagram: Equatable, Sendable {
  package var bytes: [UInt8]
  package var lane: PlainRTPLane
  /// RTCP.
  package var isControl: Bool

  package init(bytes: [UInt8], lane: PlainRTPLane, isControl: Bool) {
    self.bytes = bytes
    self.lane = lane
    self.isControl = isControl
  }
}
