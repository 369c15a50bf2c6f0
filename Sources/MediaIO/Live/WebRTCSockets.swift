internal import CallSession
internal import MediaCore

/// The sockets of a server or a client of WebRTC: one for each address of this machine, so that an answer leaves from
/// where the question came to.
final class WebRTCSockets {
  private let sockets: [UDPSocket]
  private var batch = DatagramBatch()
  private var first = 0
  /// So far.
  private(set) var sent = (packets: Int64(0), bytes: Int64(0))
  /// When the kernel is offered again what it did not take; nil when it took all.
  private(set) var retry: MediaTime?

  /// Nil: whoever asks is heard.
  private let heard: Set<TransportAddress>?

  private static let retryPause = MediaTime(milliseconds: 2)

  /// For a server that listens at `address`. One for this machine only is at its other addresses of IPv4 too,
  /// and hears nobody but the machine itself there: Firefox and libnice send nothing to a loopback address.
  convenience init(serving address: SocketAddress, port: UInt16) throws(MediaError) {
    let served = LocalAddresses.serving(address)
    guard address.transportAddress.isLoopback else {
      try self.init(served, port: port)
      return
    }
    // Of IPv6 the kernel takes datagrams that pretend to come from the machine itself.
    let own = LocalAddresses.all.filter { !$0.isIPv6 }
    try self.init(served + own, port: port, heard: Set(own.map(\.transportAddress)))
  }

  /// - Parameters:
  ///   - port: the same for all; 0 for free ones.
  ///   - heard: from which addresses, with port 0, datagrams are taken, besides those of the loopback. Nil: from
  ///     all.
  init(
    _ addresses: [SocketAddress], port: UInt16, heard: Set<TransportAddress>? = nil
  ) throws(MediaError) {
    self.heard = heard
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
    try socket.receive(into: &batch) { batch in
      for index in 0..<batch.count {
        let source = batch.source(index)
        guard hears(source) else { continue }
        take(Array(batch.bytes(index)), source.transportAddress, local)
      }
    }
  }

  private func hears(_ source: SocketAddress) -> Bool {
    guard let heard else { return true }
    let host = source.with(port: 0).transportAddress
    return host.isLoopback || heard.contains(host)
  }

  private func send(_ datagram: ICEDatagram) throws(MediaError) {
    let remote = SocketAddress(datagram.path.remote)
    for socket in sockets where socket.localAddress.transportAddress == datagram.path.local {
      guard socket.localAddress.isIPv6 == remote.isIPv6 else { return }
      return try socket.enqueue(datagram.bytes, to: remote)
    }
  }

  /// Whether the kernel did not take all.
  var isBlocked: Bool { sockets.contains { $0.waiting > 0 } }

  /// Sends all of it, as far as the kernel takes it now.
  func send(_ datagrams: [ICEDatagram], at now: MediaTime) throws(MediaError) {
    for datagram in datagrams {
      try send(datagram)
      sent.packets += 1
      sent.bytes += Int64(datagram.bytes.count)
    }
    for socket in sockets { try socket.flush() }
    retry = isBlocked ? now + Self.retryPause : nil
  }
}
