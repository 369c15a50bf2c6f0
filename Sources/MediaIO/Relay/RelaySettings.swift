package import CallSession
package import MediaCore

/// What a relay is to do.
package struct RelaySettings: Sendable {
  /// Where clients send to.
  package var listen: SocketAddress
  /// Where their datagrams go on to.
  package var target: SocketAddress
  package var profile: NetworkProfile
  package var seed: UInt64 = 1
  /// When each client's datagrams begin to come from another port, counted from its first: as when a
  /// telephone leaves its WiFi.
  package var rebindAfter: MediaTime?
  /// A client that is silent for so long is forgotten, as translators of addresses do (RFC 4787, 4.3).
  package var idleTime = MediaTime(milliseconds: 120_000)
  /// At once. Datagrams of others are dropped.
  package var mostClients = 1_000

  package init(listen: SocketAddress, target: SocketAddress, profile: NetworkProfile) {
    self.listen = listen
    self.target = target
    self.profile = profile
  }
}
