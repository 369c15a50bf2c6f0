/// A stream of a plain RTP session: where its packets go, and what they hold.
package struct PlainRTPStream: Equatable, Sendable {
  package var kind: MediaSection.Kind
  package var format: PayloadFormat
  /// IPv4, IPv6 or a name: who receives.
  package var address: String
  package var port: UInt16
  /// Of RTCP: the next one unless something else is said; equal to `port` if they share it (RFC 5761).
  package var controlPort: UInt16
  package var direction: MediaDirection

  /// - Parameter controlPort: nil for the next one.
  package init(
    kind: MediaSection.Kind, format: PayloadFormat, address: String, port: UInt16,
    controlPort: UInt16? = nil, direction: MediaDirection = .sending
  ) {
    self.kind = kind
    self.format = format
    self.address = address
    self.port = port
    self.controlPort = controlPort ?? port &+ 1
    self.direction = direction
  }

  /// One of ours.
  ///
  /// - Parameter payloadType: nil for that of our offers.
  package static func sending(
    _ codec: MediaCodec, to address: String, port: UInt16, sharesPort: Bool = false,
    payloadType: UInt8? = nil, opus: OpusParameters = OpusParameters()
  ) -> PlainRTPStream {
    var format = codec.format(payloadType: payloadType ?? codec.offeredTypes.media)
    if codec == .opus { format.parameters = opus.parameters }
    return PlainRTPStream(
      kind: codec.kind, format: format, address: address, port: port,
      controlPort: sharesPort ? port : nil)
  }

  /// Nil for one that we have no codec for.
  package var codec: MediaCodec? {
    MediaCodec.allCases.first { $0.kind == kind && $0.format(in: [format]) != nil }
  }
}
