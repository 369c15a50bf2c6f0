import CallSession
import MediaCore

/// Two ends of a DTLS connection, a path between them that is as bad as wanted, and no time but its own.
package struct DTLSExchange {
  package struct Path {
    package var loss = 0.0
    package var duplication = 0.0
    package var latency = MediaTime(milliseconds: 20)
    /// On top of the latency at most, for each datagram anew: more than nothing changes their order.
    package var jitter = MediaTime.zero

    package init() {}
  }

  package struct Datagram: Equatable {
    package var sent: MediaTime
    package var isFromClient: Bool
    package var bytes: [UInt8]
  }

  package let client: any DTLSEngine
  package let server: any DTLSEngine
  package private(set) var now = MediaTime.zero
  /// All that was sent, also what was lost.
  package private(set) var log: [Datagram] = []
  /// Asked for each datagram by its number in `log`: true loses it.
  package var loses: (Int) -> Bool = { _ in false }
  /// What else arrives before a datagram does.
  package var forges: (Datagram) -> [[UInt8]] = { _ in [] }

  private let path: Path
  private var generator: SeededGenerator
  private var flying: [(arrival: MediaTime, datagram: Datagram)] = []

  package init(
    client: any DTLSEngine, server: any DTLSEngine, path: Path = Path(), seed: UInt64 = 1
  ) {
    self.client = client
    self.server = server
    self.path = path
    generator = SeededGenerator(seed: seed)
  }

  package mutating func start() {
    for isClient in [false, true] {
      act(isClient) { $0.start(at: $1, into: &$2) }
    }
  }

  /// Goes on until nothing is under way and nothing waits, or until `end`.
  package mutating func run(until end: MediaTime = MediaTime(milliseconds: 60_000)) {
    while let next = nextTime, next <= end {
      now = max(now, next)
      if let index = flying.indices.min(by: { flying[$0].arrival < flying[$1].arrival }),
        flying[index].arrival <= now
      {
        let datagram = flying.remove(at: index).datagram
        for bytes in forges(datagram) + [datagram.bytes] {
          act(!datagram.isFromClient) { $0.receive(bytes, at: $1, into: &$2) }
        }
        continue
      }
      for isClient in [false, true] {
        act(isClient) { $0.handleTimeout(at: $1, into: &$2) }
      }
    }
  }

  /// Lets one end do something, and puts what it sends on its way.
  package mutating func act(
    _ isClient: Bool, _ action: (any DTLSEngine, MediaTime, inout [[UInt8]]) -> Void
  ) {
    var sent: [[UInt8]] = []
    action(isClient ? client : server, now, &sent)
    for bytes in sent {
      let datagram = Datagram(sent: now, isFromClient: isClient, bytes: bytes)
      log.append(datagram)
      let isLost = generator.chance(path.loss)
      let copies = generator.chance(path.duplication) ? 2 : 1
      for _ in 0..<copies {
        let jitter = Int64.random(in: 0...path.jitter.nanoseconds, using: &generator)
        guard !isLost, !loses(log.count - 1) else { continue }
        flying.append((now + path.latency + MediaTime(nanoseconds: jitter), datagram))
      }
    }
  }

  /// Both ends are connected, and each receives with what the other one sends with.
  package var agrees: Bool {
    guard let client = client.state.keys, let server = server.state.keys else { return false }
    return client.sending == server.receiving && client.receiving == server.sending
      && client.sending != client.receiving
  }

  private var nextTime: MediaTime? {
    (flying.map(\.arrival) + [client.deadline, server.deadline].compactMap(\.self)).min()
  }
}

extension DTLSExchange: CustomStringConvertible {
  package var description: String {
    "client \(client.state), server \(server.state), \(log.count) datagrams in \(now.seconds) s"
  }
}
