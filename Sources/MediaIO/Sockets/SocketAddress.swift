internal import CLinux

/// An address of the internet, and a port.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
  package let isIPv6: Bool
  package let port: UInt16
  /// The address as a number; of IPv4 it is in `low`.
  let high: UInt64
  let low: UInt64
  /// The interface of an address that is valid on one only (RFC 4007, 6); 0 of others.
  let scope: UInt32

  /// - Parameter text: an address in digits, such as 127.0.0.1 or ::1; nil when it is a name or
  ///   nothing of that kind.
  /// - Parameter port: 0 to be given a free one.
  package init?(_ text: String, port: UInt16 = 0) {
    var address = CLinux_Address()
    guard !text.utf8.contains(0), unsafe CLinux_parseAddress(text, &address) else { return nil }
    address.port = port
    self.init(address)
  }

  init(high: UInt64, low: UInt64, scope: UInt32, port: UInt16, isIPv6: Bool) {
    self.isIPv6 = isIPv6
    self.port = port
    self.high = high
    self.low = low
    self.scope = scope
  }

  init(_ address: CLinux_Address) {
    isIPv6 = address.isIPv6
    port = address.port
    high = address.high
    low = address.low
    scope = address.scope
  }

  var numbers: CLinux_Address {
    CLinux_Address(high: high, low: low, scope: scope, port: port, isIPv6: isIPv6)
  }

  /// The same address with another port.
  package func with(port: UInt16) -> SocketAddress {
    var numbers = numbers
    numbers.port = port
    return SocketAddress(numbers)
  }

  /// Every address of this machine.
  package static func any(isIPv6: Bool, port: UInt16) -> SocketAddress {
    SocketAddress(CLinux_Address(high: 0, low: 0, scope: 0, port: port, isIPv6: isIPv6))
  }

  /// Whether it stands for all addresses of this machine: 0.0.0.0 or ::.
  package var isEverywhere: Bool { high == 0 && low == 0 }

  /// Whether both are addresses of one host, whatever the ports.
  package func hasHost(of other: SocketAddress) -> Bool {
    isIPv6 == other.isIPv6 && high == other.high && low == other.low
  }

  /// Whether it is a multicast group's (RFC 5771; RFC 4291, 2.7).
  package var isGroup: Bool { isIPv6 ? high >> 56 == 0xFF : low & 0xF000_0000 == 0xE000_0000 }

  package var description: String { isIPv6 ? "[\(digits)]:\(port)" : "\(digits):\(port)" }

  /// The address alone, without brackets.
  package var digits: String {
    var text = [CChar](repeating: 0, count: 46)
    var address = numbers
    unsafe CLinux_formatAddress(&address, &text)
    return String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
