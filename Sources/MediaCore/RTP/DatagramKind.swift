/// What a datagram on a shared port is, by its first bytes (RFC 7983, 7; RFC 5761, 4).
package enum DatagramKind: Equatable, Sendable {
  case stun
  case dtls
  case rtp
  case rtcp

  /// Nil for what is none of these.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 2 else { return nil }
    switch bytes[0] {
    case 0...3 where bytes.count >= 20: self = .stun
    case 20...63: self = .dtls
    // Payload types 64 to 95 with the marker are where RTCP's packet types stand.
    case 128...191: self = (192...223).contains(bytes[1]) ? .rtcp : .rtp
    default: return nil
    }
  }
}
