internal import CLinux

/// An address of the internet, and a port.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
  package let isIPv6: Bool
  package let port: UInt16
  /// The address as a number; of IPv4 it is in `low`.
  private let high: UInt64
  private let low: UInt64
  /// The interface of an address that is valid on one only (RFC 4007, 6); 0 of others.
  private let scope: UInt32

  /// - Parameter text: an address in digits, such as 127.0.0.1 or ::1; nil when it is a name or
  ///   nothing of that kind.
  /// - Parameter port: 0 to be given a free one.
  package init?(_ text: String, port: UInt16 = 0) {
    var address = CLinux_Address()
    guard !text.utf8.contains(0), unsafe CLinux_parseAddress(text, &address) else { return nil }
    address.port = port
    self.init(address)
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

  package var description: String {
    var text = [CChar](repeating: 0, count: 46)
    var address = numbers
    unsafe CLinux_formatAddress(&address, &text)
    let digits = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return isIPv6 ? "[\(digits)]:\(port)" : "\(digits):\(port)"
  }
}
