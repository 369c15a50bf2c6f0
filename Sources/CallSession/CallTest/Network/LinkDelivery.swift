package import MediaCore

/// A datagram that arrives at the far end of a link.
package struct LinkDelivery: Equatable, Sendable {
  package var arrival: MediaTime
  package var sent: MediaTime
  /// Counts the datagrams given to the link, from 0.
  package var number: Int64
  /// Whether it is the second of two.
  package var isCopy: Bool
  package var bytes: [UInt8]
}
