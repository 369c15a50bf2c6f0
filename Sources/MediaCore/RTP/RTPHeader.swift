/// What an RTP packet says of its payload (RFC 3550, 5.1).
package struct RTPHeader: Equatable, Sendable {
  /// The last packet of a video frame; the first after a pause in sound.
  package var hasMarker: Bool
  /// 0…127.
  package var payloadType: UInt8
  package var sequenceNumber: SequenceNumber
  /// Ticks of the payload's clock, modulo 2³².
  package var timestamp: UInt32
  package var ssrc: SSRC
  /// Whose contributions a mixer put in, 15 at most.
  package var contributors: [SSRC]

  package init(
    payloadType: UInt8, sequenceNumber: SequenceNumber, timestamp: UInt32, ssrc: SSRC,
    hasMarker: Bool = false, contributors: [SSRC] = []
  ) {
    self.hasMarker = hasMarker
    self.payloadType = payloadType
    self.sequenceNumber = sequenceNumber
    self.timestamp = timestamp
    self.ssrc = ssrc
    self.contributors = contributors
  }

  static let version: UInt8 = 2
  /// Without contributors.
  static let size = 12
  static let mostContributors = 15
}

/// Why bytes are no RTP packet.
package enum RTPError: Error, Equatable, Sendable {
  case tooShort
  case version(UInt8)
  /// Contributors or header extension reach beyond the end.
  case cutHeader
  /// There is less payload than padding, or padding does not even count itself.
  case padding
}
