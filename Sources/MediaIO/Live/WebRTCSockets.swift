internal import CallSession
internal import MediaCore

/// The sockets of a server of WebRTC: one for each address of this machine, so that an answer leaves from
/// where the question came to.
final class WebRTCSockets {
  private let sockets: [UDPSocket]
  private var batch = DatagramBatch()
  private var first = 0

  /// - Parameter port: the same for all; 0 for free ones.
  init(_ addresses: [SocketAddress], port: UInt16) throws(MediaError) {
    var sockets: [UDPSocket] = []
    var failure: MediaError?
    for address in addresses {
      do throws(MediaError) {
        sockets.append(try UDPSocket(address.with(port: port)))
      } catch {
        // An address may be gone, or not be ready yet; the others do.
        failure = error
      }
    }
    if sockets.isEmpty, let failure { throw failure }
    self.sockets = sockets
  }

  /// Ours, the first is preferred.
  var addresses: [TransportAddress] { sockets.map(\.localAddress.transportAddress) }

  /// - Parameter identifiers: under which the sockets are added.
  func add(to loop: EventLoop, identifiers: Range<Int>) throws(MediaError) {
    first = identifiers.lowerBound
    for (index, socket) in sockets.enumerated() {
      try loop.add(socket.descriptor, id: first + index)
    }
  }

  /// Hands over what has come to a socket that is ready.
  func receive(
    _ ready: EventLoop.Ready,
    _ take: ([UInt8], _ remote: TransportAddress, _ local: TransportAddress) -> Void
  ) throws(MediaError) {
    guard ready.canRead, sockets.indices.contains(ready.id - first) else { return }
    let socket = sockets[ready.id - first]
    let local = socket.localAddress.transportAddress
    var more = true
    // The rest can wait until the others had their turn.
    for _ in 0..<Self.mostBatches where more {
      more = try socket.receive(into: &batch)
      for index in 0..<batch.count {
        take(Array(batch.bytes(index)), batch.source(index).transportAddress, local)
      }
    }
  }

  private static let mostBatches = 16

  func send(_ datagram: ICEDatagram) throws(MediaError) {
    let remote = SocketAddress(datagram.path.remote)
    for socket in sockets where socket.localAddress.transportAddress == datagram.path.local {
      guard socket.localAddress.isIPv6 == remote.isIPv6 else { return }
      return try socket.enqueue(datagram.bytes, to: remote)
    }
  }

  /// Hands what waits to the kernel.
  func flush() throws(MediaError) {
    for socket in sockets { try socket.flush() }
  }

  /// Whether the kernel did not take all.
  var isBlocked: Bool { sockets.contains { $0.waiting > 0 } }
}
