package import MediaCore

/// A frame that is sent to many: cut into payloads once, numbered anew for each receiver.
package struct SharedFrame: Sendable {
  package let payloads: [[UInt8]]
  package let time: MediaTime
  package let bytes: Int

  /// Bytes: with header, extensions and SRTP's tag still a datagram that passes any path.
  package static let largestPayload = 1_100

  /// - Parameters:
  ///   - frame: what a codec made.
  ///   - time: when it is shown.
  package init(_ frame: [UInt8], time: MediaTime) {
    var packetizer = VP8Packetizer(largest: Self.largestPayload)
    payloads = packetizer.payloads(of: frame.span)
    self.time = time
    bytes = frame.count
  }
}
