package import MediaCore

/// How packets of a stream are sent again: as a stream of their own (RFC 4588, 4 and 5.3).
///
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |   original sequence number    |   original payload …          |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
package struct RetransmissionFormat: Equatable, Sendable {
  package struct Stream: Equatable, Sendable {
    package var ssrc: SSRC
    package var payloadType: UInt8

    package init(ssrc: SSRC, payloadType: UInt8) {
      self.ssrc = ssrc
      self.payloadType = payloadType
    }
  }

  package var original: Stream
  package var retransmission: Stream

  package init(original: Stream, retransmission: Stream) {
    self.original = original
    self.retransmission = retransmission
  }

  static let numberSize = 2

  /// The packet that was sent again: its header, and its payload's place in the same bytes.
  ///
  /// Nil for what is no packet of the retransmission stream, and for one without a number: a probe.
  package func original(
    of packet: RTPPacket, in bytes: Span<UInt8>
  ) -> (header: RTPHeader, payload: Range<Int>)? {
    guard packet.header.ssrc == retransmission.ssrc,
      packet.header.payloadType == retransmission.payloadType,
      packet.payload.count >= Self.numberSize
    else { return nil }
    let start = packet.payload.lowerBound
    var header = packet.header
    header.ssrc = original.ssrc
    header.payloadType = original.payloadType
    header.sequenceNumber = SequenceNumber(UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1]))
    return (header, start + Self.numberSize..<packet.payload.upperBound)
  }

  /// Header and payload that send a packet again.
  ///
  /// - Parameter number: the next one of the retransmission stream.
  package func again(
    _ header: RTPHeader, payload: Span<UInt8>, number: SequenceNumber
  ) -> (header: RTPHeader, payload: [UInt8]) {
    var again = header
    again.ssrc = retransmission.ssrc
    again.payloadType = retransmission.payloadType
    again.sequenceNumber = number
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + Self.numberSize)
    bytes.append(UInt8(truncatingIfNeeded: header.sequenceNumber.rawValue >> 8))
    bytes.append(UInt8(truncatingIfNeeded: header.sequenceNumber.rawValue))
    for index in payload.indices { bytes.append(payload[index]) }
    return (again, bytes)
  }
}
