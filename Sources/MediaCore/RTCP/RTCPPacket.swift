/// One packet of an RTCP datagram (RFC 3550, 6; RFC 4585, 6; RFC 5104; RFC 3611).
package enum RTCPPacket: Equatable, Sendable {
  case senderReport(SenderReport)
  case receiverReport(ReceiverReport)
  case sourceDescription([SourceDescription])
  case goodbye(Goodbye)
  /// Generic NACK: packets that are missing (RFC 4585, 6.2.1).
  case nack(NegativeAcknowledgement)
  /// The receiver needs a key frame (RFC 4585, 6.3.1).
  case pictureLoss(PictureLossIndication)
  /// The same, for a sender it may not be heard from in media (RFC 5104, 4.3.1).
  case fullIntraRequest(FullIntraRequest)
  case transportFeedback(TransportFeedback)
  case maximumBitrate(ReceiverEstimatedMaximumBitrate)
  case extendedReport(ExtendedReport)
  /// Of a type or format that is not known here.
  case other(type: UInt8, format: UInt8)

  /// Packet types (RFC 3550, 12.1; RFC 4585, 6.1; RFC 3611, 2).
  enum Kind {
    static let senderReport: UInt8 = 200
    static let receiverReport: UInt8 = 201
    static let sourceDescription: UInt8 = 202
    static let goodbye: UInt8 = 203
    static let transportFeedback: UInt8 = 205
    static let payloadFeedback: UInt8 = 206
    static let extendedReport: UInt8 = 207
  }

  /// Formats of feedback (RFC 4585, 6.2 and 6.3; RFC 5104, 4.3.1).
  enum Format {
    static let nack: UInt8 = 1
    static let transportWide: UInt8 = 15
    static let pictureLoss: UInt8 = 1
    static let fullIntraRequest: UInt8 = 4
    static let application: UInt8 = 15
  }
}
