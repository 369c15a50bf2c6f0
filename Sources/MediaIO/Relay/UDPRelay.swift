internal import CallSession
package import MediaCore

/// Stands between programs that speak UDP and carries their datagrams as a bad network would.
///
/// Like a translator of addresses it has a socket of its own at the target's side for each client, and
/// takes there what the target sends and nothing else. It belongs to one thread and waits in `turn`.
package final class UDPRelay {
  package struct Turn {
    package var events: [RelayEvent] = []
    /// By Ctrl-C or a request to end.
    package var isStopping = false
  }

  private let settings: RelaySettings
  private let loop: EventLoop
  private let entrance: UDPSocket
  /// In the order in which they came.
  private var clients: [RelayClient] = []
  private var byAddress: [SocketAddress: RelayClient] = [:]
  private var byNumber: [Int: RelayClient] = [:]
  /// Of clients that are gone, and of nobody.
  private var past = RelayStatistics()
  private var lastNumber = 0
  private var batch = DatagramBatch()
  private var deliveries: [LinkDelivery] = []

  private static let entranceID = 0
  /// Before a kernel that is full is asked again.
  private static let retryTime = MediaTime(milliseconds: 1)

  package init(_ settings: RelaySettings, loop: EventLoop) throws(MediaError) {
    self.settings = settings
    self.loop = loop
    entrance = try UDPSocket(settings.listen)
    try loop.add(entrance.descriptor, id: Self.entranceID)
  }

  /// Where clients send to, with the port that was free.
  package var localAddress: SocketAddress { entrance.localAddress }

  package var statistics: RelayStatistics {
    var sum = past
    for client in clients { sum.add(RelayStatistics(client.path)) }
    return sum
  }

  /// Clients that are there now.
  package var clientCount: Int { clients.count }

  /// Waits until something is to be done, and does it.
  ///
  /// - Parameter deadline: of the loop's clock; when to return at the latest. Nil: when something happens.
  package func turn(until deadline: MediaTime?) throws(MediaError) -> Turn {
    let wakening = try loop.wait(until: MediaTime.earliest(deadline, nextDeadline))
    var turn = Turn(isStopping: wakening.isStopping)
    let now = loop.clock.now
    for ready in wakening.ready where ready.canRead {
      if ready.id == Self.entranceID {
        try takeFromClients(at: now, into: &turn.events)
      } else if let client = byNumber[ready.id] {
        try takeFromTarget(for: client, at: now)
      }
    }
    for client in clients { try deliver(of: client, at: now) }
    try entrance.flush()
    try keepHouse(at: now, into: &turn.events)
    return turn
  }

  private var nextDeadline: MediaTime? {
    var next = entrance.waiting > 0 ? loop.clock.now + Self.retryTime : nil
    for client in clients {
      next = MediaTime.earliest(next, client.path.deadline)
      next = MediaTime.earliest(next, client.rebindTime)
      next = MediaTime.earliest(next, client.lastHeard + settings.idleTime)
      if client.socket.waiting > 0 {
        next = MediaTime.earliest(next, loop.clock.now + Self.retryTime)
      }
    }
    return next
  }

  private func takeFromClients(
    at now: MediaTime, into events: inout [RelayEvent]
  ) throws(MediaError) {
    try entrance.receive(into: &batch) { batch throws(MediaError) in
      for index in 0..<batch.count {
        let bytes = Array(batch.bytes(index))
        guard let client = try client(at: batch.source(index), now, into: &events) else {
          past.refused += 1
          continue
        }
        client.lastHeard = now
        client.path.send(bytes, isUp: true, at: now)
      }
    }
  }

  private func takeFromTarget(for client: RelayClient, at now: MediaTime) throws(MediaError) {
    try client.socket.receive(into: &batch) { batch in
      for index in 0..<batch.count {
        guard batch.source(index) == settings.target else {
          past.foreign += 1
          continue
        }
        client.lastHeard = now
        client.path.send(Array(batch.bytes(index)), isUp: false, at: now)
      }
    }
  }

  /// The one at the address, who may be new; nil when there are too many.
  private func client(
    at address: SocketAddress, _ now: MediaTime, into events: inout [RelayEvent]
  ) throws(MediaError) -> RelayClient? {
    if let client = byAddress[address] { return client }
    guard clients.count < settings.mostClients else { return nil }
    let socket = try onwardSocket()
    lastNumber += 1
    let client = RelayClient(lastNumber, address, socket: socket, settings: settings, at: now)
    try loop.add(socket.descriptor, id: client.number)
    clients.append(client)
    byAddress[address] = client
    byNumber[client.number] = client
    events.append(.joined(client: client.number, address))
    return client
  }

  private func onwardSocket() throws(MediaError) -> UDPSocket {
    guard let any = SocketAddress(settings.target.isIPv6 ? "::" : "0.0.0.0") else {
      preconditionFailure("an address in digits")
    }
    return try UDPSocket(any)
  }

  private func deliver(of client: RelayClient, at now: MediaTime) throws(MediaError) {
    deliveries.removeAll(keepingCapacity: true)
    client.path.deliver(isUp: true, until: now, into: &deliveries)
    for delivery in deliveries {
      try client.socket.enqueue(delivery.bytes, to: settings.target)
    }
    try client.socket.flush()
    deliveries.removeAll(keepingCapacity: true)
    client.path.deliver(isUp: false, until: now, into: &deliveries)
    for delivery in deliveries { try entrance.enqueue(delivery.bytes, to: client.address) }
  }

  /// New ports, and clients that are gone.
  private func keepHouse(
    at now: MediaTime, into events: inout [RelayEvent]
  ) throws(MediaError) {
    for client in clients {
      if let time = client.rebindTime, time <= now {
        client.rebindTime = nil
        // The new one first, so that it cannot be given the old one's port.
        let socket = try onwardSocket()
        loop.remove(client.socket.descriptor)
        client.socket = socket
        try loop.add(socket.descriptor, id: client.number)
        events.append(.rebound(client: client.number, socket.localAddress))
      }
      if client.lastHeard + settings.idleTime <= now {
        loop.remove(client.socket.descriptor)
        byAddress[client.address] = nil
        byNumber[client.number] = nil
        let statistics = RelayStatistics(client.path)
        past.add(statistics)
        events.append(.left(client: client.number, statistics))
      }
    }
    clients.removeAll { $0.lastHeard + settings.idleTime <= now }
  }
}
