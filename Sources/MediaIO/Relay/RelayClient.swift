internal import CallSession
internal import MediaCore

/// One client of a relay: its address, its network, and the socket that stands for it at the target.
final class RelayClient {
  /// From 1 on, in the order in which they came. Also what the loop calls its socket.
  let number: Int
  let address: SocketAddress
  var socket: UDPSocket
  var path: NetworkPath
  var lastHeard: MediaTime
  /// Nil when its port stays as it is.
  var rebindTime: MediaTime?

  init(
    _ number: Int, _ address: SocketAddress, socket: UDPSocket, settings: RelaySettings,
    at now: MediaTime
  ) {
    self.number = number
    self.address = address
    self.socket = socket
    // Participants of a profile count from 0.
    path = NetworkPath(
      settings.profile, participant: number - 1, seed: settings.seed, from: now)
    lastHeard = now
    rebindTime = settings.rebindAfter.map { now + $0 }
  }
}
