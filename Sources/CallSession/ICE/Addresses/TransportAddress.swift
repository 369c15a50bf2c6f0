/// An address of the internet and a port of UDP, as protocols write it: no socket, no name.
package struct TransportAddress: Hashable, Sendable {
  /// The address as a number; of IPv4 it is in `low`.
  package let high: UInt64
  package let low: UInt64
  /// The interface of an IPv6 address that is valid on one only (RFC 4007, 6); 0 of others.
  package let scope: UInt32
  package let port: UInt16
  package let isIPv6: Bool

  package init(ipv4 address: UInt32, port: UInt16) {
    high = 0
    low = UInt64(address)
    scope = 0
    self.port = port
    isIPv6 = false
  }

  package init(ipv6High high: UInt64, low: UInt64, scope: UInt32 = 0, port: UInt16) {
    self.high = high
    self.low = low
    self.scope = scope
    self.port = port
    isIPv6 = true
  }

  /// Whether it is valid on one link only (RFC 4291, 2.5.6; RFC 3927).
  package var isLinkLocal: Bool {
    isIPv6 ? high >> 54 == 0x3FA : low >> 16 == 0xA9FE
  }

  package var isLoopback: Bool {
    isIPv6 ? high == 0 && low == 1 : low >> 24 == 127
  }

  /// Whether it stands for no one: all zeros, a group, everybody, or port 0.
  package var isUnusable: Bool {
    if port == 0 { return true }
    if isIPv6 { return high >> 56 == 0xFF || (high == 0 && low == 0) }
    return low >> 28 >= 0xE || low >> 24 == 0
  }

  /// Whether datagrams can go from one to the other: the same kind, and the same reach.
  package func canReach(_ other: TransportAddress) -> Bool {
    guard isIPv6 == other.isIPv6 else { return false }
    if isLoopback || other.isLoopback { return isLoopback == other.isLoopback }
    return !isIPv6 || isLinkLocal == other.isLinkLocal
  }
}

/// Where datagrams go from and to: what an answer has to come back on.
package struct ICEPath: Hashable, Sendable {
  package let local: TransportAddress
  package let remote: TransportAddress

  package init(local: TransportAddress, remote: TransportAddress) {
    self.local = local
    self.remote = remote
  }
}
