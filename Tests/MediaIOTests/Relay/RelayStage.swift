import CallSession
import MediaCore

@testable import MediaIO

/// A relay on this machine, a target behind it and as many clients as wanted, all in one thread.
final class RelayStage {
  struct Arrival: Equatable {
    var bytes: [UInt8]
    var source: SocketAddress
    var time: MediaTime
  }

  let relay: UDPRelay
  let target: UDPSocket
  private(set) var clients: [UDPSocket] = []
  private(set) var events: [RelayEvent] = []
  private(set) var atTarget: [Arrival] = []
  /// By the client's place.
  private(set) var atClients: [[Arrival]] = []
  private let loop = Result { () throws(MediaError) in try EventLoop() }
  private var batch = DatagramBatch()

  /// - Parameter change: what is to be different.
  init(
    _ profile: NetworkProfile, clients count: Int = 1,
    change: (inout RelaySettings) -> Void = { _ in }
  ) throws {
    let loopback = try Self.loopback()
    target = try UDPSocket(loopback)
    var settings = RelaySettings(
      listen: loopback, target: target.localAddress, profile: profile)
    change(&settings)
    relay = try UDPRelay(settings, loop: loop.get())
    for _ in 0..<count { clients.append(try UDPSocket(loopback)) }
    atClients = Array(repeating: [], count: count)
  }

  static func loopback() throws -> SocketAddress {
    guard let address = SocketAddress("127.0.0.1") else { throw SystemError(number: 0) }
    return address
  }

  func now() throws -> MediaTime { try loop.get().clock.now }

  func send(_ bytes: [UInt8], fromClient client: Int = 0) throws {
    try clients[client].enqueue(bytes, to: relay.localAddress)
    try clients[client].flush()
  }

  func answer(_ bytes: [UInt8], to address: SocketAddress) throws {
    try target.enqueue(bytes, to: address)
    try target.flush()
  }

  /// Lets the relay work until `isDone`, or for ten seconds.
  func run(until isDone: () -> Bool) throws {
    let end = try now() + MediaTime(milliseconds: 10_000)
    while !isDone(), try now() < end {
      let turn = try relay.turn(until: now() + MediaTime(milliseconds: 5))
      events += turn.events
      try receive(by: target) { atTarget.append($0) }
      for (index, client) in clients.enumerated() {
        try receive(by: client) { atClients[index].append($0) }
      }
    }
  }

  private func receive(by socket: UDPSocket, _ take: (Arrival) -> Void) throws {
    var goesOn = true
    while goesOn {
      goesOn = try socket.receive(into: &batch)
      for index in 0..<batch.count {
        take(
          Arrival(
            bytes: Array(batch.bytes(index)), source: batch.source(index), time: try now()))
      }
    }
  }
}
