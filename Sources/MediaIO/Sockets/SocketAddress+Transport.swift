package import CallSession

extension SocketAddress {
  /// For a socket.
  package init(_ address: TransportAddress) {
    self.init(
      high: address.high, low: address.low, scope: address.scope, port: address.port,
      isIPv6: address.isIPv6)
  }

  /// For protocols.
  package var transportAddress: TransportAddress {
    isIPv6
      ? TransportAddress(ipv6High: high, low: low, scope: scope, port: port)
      : TransportAddress(ipv4: UInt32(truncatingIfNeeded: low), port: port)
  }
}
