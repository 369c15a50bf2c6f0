/// The packets of one RTCP datagram, compound or of reduced size (RFC 3550, 6.1; RFC 5506).
///
///      0                   1                   2                   3
///      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |V=2|P| RC / FMT|  packet type  |     length in words − 1       |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///
/// A packet whose length is sound but whose content is not is left out, and the next is read; behind
/// a length that lies nothing can be found any more.
package struct RTCPDatagram: Equatable, Sendable {
  package private(set) var packets: [RTCPPacket] = []
  /// Packets that were left out.
  package private(set) var faults = 0

  static let headerSize = 4

  package init(parsing bytes: Span<UInt8>) {
    var start = 0
    while start < bytes.count {
      guard bytes.count - start >= Self.headerSize, bytes[start] >> 6 == RTPHeader.version else {
        faults += 1
        return
      }
      let size = (Int(bytes.uint16(at: start + 2)) + 1) * 4
      guard size <= bytes.count - start else {
        faults += 1
        return
      }
      let packet = bytes.extracting(start..<start + size)
      if let parsed = Self.packet(packet) { packets.append(parsed) } else { faults += 1 }
      start += size
    }
  }

  /// - Parameter bytes: of one packet, header and padding included.
  private static func packet(_ bytes: Span<UInt8>) -> RTCPPacket? {
    var end = bytes.count
    if bytes[0] & 32 != 0 {
      let padding = Int(bytes[bytes.count - 1])
      guard padding > 0, padding & 3 == 0, padding <= bytes.count - headerSize else { return nil }
      end -= padding
    }
    let body = bytes.extracting(headerSize..<end)
    let count = bytes[0] & 31
    switch bytes[1] {
    case RTCPPacket.Kind.senderReport:
      return SenderReport(body, reports: Int(count)).map { .senderReport($0) }
    case RTCPPacket.Kind.receiverReport:
      return ReceiverReport(body, reports: Int(count)).map { .receiverReport($0) }
    case RTCPPacket.Kind.sourceDescription:
      return SourceDescription.parse(body, chunks: Int(count)).map { .sourceDescription($0) }
    case RTCPPacket.Kind.goodbye:
      return Goodbye(body, sources: Int(count)).map { .goodbye($0) }
    case RTCPPacket.Kind.transportFeedback, RTCPPacket.Kind.payloadFeedback:
      return feedback(body, type: bytes[1], format: count)
    case RTCPPacket.Kind.extendedReport:
      return ExtendedReport(body).map { .extendedReport($0) }
    default:
      return .other(type: bytes[1], format: count)
    }
  }

  private static func feedback(
    _ body: Span<UInt8>, type: UInt8, format: UInt8
  ) -> RTCPPacket? {
    switch (type, format) {
    case (RTCPPacket.Kind.transportFeedback, RTCPPacket.Format.nack):
      return NegativeAcknowledgement(body).map { .nack($0) }
    case (RTCPPacket.Kind.transportFeedback, RTCPPacket.Format.transportWide):
      return TransportFeedback(body).map { .transportFeedback($0) }
    case (RTCPPacket.Kind.payloadFeedback, RTCPPacket.Format.pictureLoss):
      return PictureLossIndication(body).map { .pictureLoss($0) }
    case (RTCPPacket.Kind.payloadFeedback, RTCPPacket.Format.fullIntraRequest):
      return FullIntraRequest(body).map { .fullIntraRequest($0) }
    case (RTCPPacket.Kind.payloadFeedback, RTCPPacket.Format.application):
      // Not every message of an application is this one.
      guard body.count >= 8 else { return nil }
      return ReceiverEstimatedMaximumBitrate(body).map { .maximumBitrate($0) }
        ?? .other(type: type, format: format)
    default:
      return .other(type: type, format: format)
    }
  }
}
