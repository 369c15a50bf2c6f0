/// What happens at a relay besides datagrams.
package enum RelayEvent: Equatable, Sendable {
  /// A client's first datagram came.
  case joined(client: Int, SocketAddress)
  /// From now on its datagrams come from another port.
  case rebound(client: Int, SocketAddress)
  /// It was silent for too long.
  case left(client: Int, RelayStatistics)
}
