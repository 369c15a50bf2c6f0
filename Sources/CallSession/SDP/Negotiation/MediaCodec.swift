/// A codec that we send and receive.
package enum MediaCodec: CaseIterable, Hashable, Sendable {
  /// RFC 7741.
  case vp8
  /// RFC 7587.
  case opus

  package var kind: MediaSection.Kind { self == .vp8 ? .video : .audio }

  var encoding: String { self == .vp8 ? "VP8" : "opus" }
  var clockRate: Int { self == .vp8 ? 90_000 : 48_000 }
  /// Always 2 for Opus, whatever is sent (RFC 7587, 7).
  var channels: Int { self == .vp8 ? 1 : 2 }
  /// In our offers, unless they mean something else to the peer.
  var offeredTypes: PayloadTypes {
    self == .vp8
      ? PayloadTypes(media: 96, retransmission: 97) : PayloadTypes(media: 111, retransmission: nil)
  }

  func format(payloadType: UInt8) -> PayloadFormat {
    PayloadFormat(
      payloadType: payloadType, encoding: encoding, clockRate: clockRate, channels: channels)
  }

  /// The first format of this codec. Some leave out Opus' channels.
  func format(in formats: [PayloadFormat]) -> PayloadFormat? {
    formats.first { $0.encoding.isSame(as: encoding) && $0.clockRate == clockRate }
  }
}

/// The numbers of a codec's packets, and of those that are sent again.
package struct PayloadTypes: Hashable, Sendable {
  package var media: UInt8
  package var retransmission: UInt8?

  package init(media: UInt8, retransmission: UInt8?) {
    self.media = media
    self.retransmission = retransmission
  }

  /// In the order of media lines.
  var all: [UInt8] { [media] + (retransmission.map { [$0] } ?? []) }

  /// - Parameters:
  ///   - format: of the codec.
  ///   - formats: of the same section.
  init(_ format: PayloadFormat, in formats: [PayloadFormat]) {
    media = format.payloadType
    retransmission = formats.first { $0.repairs == format.payloadType }?.payloadType
  }
}
