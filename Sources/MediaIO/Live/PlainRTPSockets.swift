internal import CallSession
internal import MediaCore

/// The sockets of plain RTP: two neighbouring ports a lane, the even one for RTP and the odd one for its
/// RTCP (RFC 3550, 11), or one for both (RFC 5761).
final class PlainRTPSockets {
  private struct Place {
    let socket: UDPSocket
    let lane: MediaLane
    let isControl: Bool
    /// Where what is sent from it goes.
    let destination: SocketAddress
  }

  private var places: [Place] = []
  private var batch = DatagramBatch()
  private var first = 0

  private static let attempts = 64

  /// - Parameters:
  ///   - destination: of the first lane; each further one's is two ports above.
  ///   - localPort: of the first lane, alike; 0 for free ones.
  ///   - isShared: RTCP goes by RTP's port.
  init(
    _ lanes: [MediaLane], to destination: SocketAddress, localPort: UInt16, isShared: Bool
  ) throws(MediaError) {
    for (index, lane) in lanes.enumerated() {
      let step = UInt16(index * 2)
      let port = localPort == 0 ? 0 : localPort &+ step
      let (media, control) = try Self.pair(
        port, isIPv6: destination.isIPv6, isShared: isShared)
      let (to, controlTo) = Self.ports(destination.port, lane: index, isShared: isShared)
      places.append(
        Place(
          socket: media, lane: lane, isControl: false, destination: destination.with(port: to)))
      places.append(
        Place(
          socket: control ?? media, lane: lane, isControl: true,
          destination: destination.with(port: controlTo)))
    }
  }

  /// Of a lane, at the address where it is received or sent to.
  static func ports(
    _ first: UInt16, lane: Int, isShared: Bool
  ) -> (media: UInt16, control: UInt16) {
    let media = first &+ UInt16(lane * 2)
    return (media, isShared ? media : media &+ 1)
  }

  /// The port from which a lane's RTP comes.
  func localPort(of lane: MediaLane) -> UInt16? {
    places.first { $0.lane == lane }?.socket.localAddress.port
  }

  func add(to loop: EventLoop, identifiers: Range<Int>) throws(MediaError) {
    first = identifiers.lowerBound
    for (index, place) in places.enumerated() where !isAlias(index) {
      try loop.add(place.socket.descriptor, id: first + index)
    }
  }

  /// Whether the place's socket is that of the one before.
  private func isAlias(_ index: Int) -> Bool {
    index > 0 && places[index].socket === places[index - 1].socket
  }

  func send(_ datagram: PlainRTPDatagram) throws(MediaError) {
    for place in places where place.lane == datagram.lane && place.isControl == datagram.isControl {
      try place.socket.enqueue(datagram.bytes, to: place.destination)
    }
  }

  func flush() throws(MediaError) {
    for (index, place) in places.enumerated() where !isAlias(index) { try place.socket.flush() }
  }

  /// Whether the kernel did not take all.
  var isBlocked: Bool { places.contains { $0.socket.waiting > 0 } }

  /// Takes what came by a descriptor that is ready. What does not come from the host that is sent to, or
  /// from a group's members, is nobody's.
  func receive(
    _ ready: EventLoop.Ready, _ body: (MediaLane, ArraySlice<UInt8>) -> Void
  ) throws(MediaError) {
    let index = ready.id - first
    guard ready.canRead, places.indices.contains(index) else { return }
    let place = places[index]
    try place.socket.receive(into: &batch) { batch in
      for number in 0..<batch.count
      where place.destination.isGroup || batch.source(number).hasHost(of: place.destination) {
        body(place.lane, batch.bytes(number))
      }
    }
  }

  private static func pair(
    _ port: UInt16, isIPv6: Bool, isShared: Bool
  ) throws(MediaError) -> (media: UDPSocket, control: UDPSocket?) {
    guard port == 0 else {
      let media = try UDPSocket(SocketAddress.any(isIPv6: isIPv6, port: port))
      guard !isShared else { return (media, nil) }
      return (media, try UDPSocket(SocketAddress.any(isIPv6: isIPv6, port: port &+ 1)))
    }
    var failure: MediaError?
    for _ in 0..<attempts {
      let media = try UDPSocket(SocketAddress.any(isIPv6: isIPv6, port: 0))
      guard !isShared else { return (media, nil) }
      let number = media.localAddress.port
      guard number & 1 == 0 else { continue }
      do throws(MediaError) {
        return (media, try UDPSocket(SocketAddress.any(isIPv6: isIPv6, port: number + 1)))
      } catch {
        failure = error
      }
    }
    throw failure
      ?? MediaError(.networkFailed, "no two neighbouring ports are free; close some programs")
  }
}
