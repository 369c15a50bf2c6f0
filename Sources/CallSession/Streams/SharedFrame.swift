package import MediaCore

/// A frame that is sent to many: cut into payloads once, numbered anew for each receiver.
package struct SharedFrame: Sendable {
  package let payloads: [[UInt8]]
  package let time: MediaTime
  package let bytes: Int
  /// It depends on no other (RFC 6386, 9.1).
  package let isKeyFrame: Bool
  /// What it shows can be coded again for one receiver alone.
  package let isMendable: Bool

  /// Bytes: with header, extensions and SRTP's tag still a datagram that passes any path.
  package static let largestPayload = 1_100

  /// - Parameters:
  ///   - frame: what a codec made.
  ///   - time: when it is shown.
  ///   - isMendable: it is a board's.
  package init(_ frame: [UInt8], time: MediaTime, isMendable: Bool = true) {
    var packetizer = VP8Packetizer(largest: Self.largestPayload)
    payloads = packetizer.payloads(of: frame.span)
    self.time = time
    self.isMendable = isMendable
    bytes = frame.count
    isKeyFrame = frame.first.map { $0 & 1 == 0 } ?? false
  }
}
