/// Protects what one end of a call sends and opens what it receives (RFC 3711). Packets are changed in
/// place; one that was refused is in no state to be used.
///
/// The round of a source's sequence numbers is nowhere in its packets. A sender begins below 2¹⁵ and
/// never starts again on the same SSRC: then a receiver that misses the first packets still finds the
/// round (RFC 3711, 3.3.1).
package protocol SRTPContext: ~Copyable {
  mutating func protectRTP(_ packet: inout [UInt8]) throws(SRTPError)
  mutating func unprotectRTP(_ packet: inout [UInt8]) throws(SRTPError)
  /// A compound or reduced-size RTCP datagram.
  mutating func protectRTCP(_ datagram: inout [UInt8]) throws(SRTPError)
  mutating func unprotectRTCP(_ datagram: inout [UInt8]) throws(SRTPError)
}
