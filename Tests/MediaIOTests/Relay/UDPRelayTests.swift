import CallSession
import MediaCore
import Testing

@testable import MediaIO

/// Real sockets in real time. What is expected does not depend on how fast the machine is.
@Suite struct UDPRelayTests {
  private func profile(_ change: (inout LinkSettings) -> Void = { _ in }) -> NetworkProfile {
    var link = LinkSettings()
    change(&link)
    return NetworkProfile(name: "test", both: link)
  }

  private func datagram(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 5, count: number % 50)
  }

  /// Which of so many datagrams a link lets through, in order of arrival, copies too.
  private func passed(_ count: Int, _ link: NetworkLink) -> [[UInt8]] {
    var link = link
    var deliveries: [LinkDelivery] = []
    for number in 0..<count { link.send(datagram(number), at: .zero) }
    while let deadline = link.deadline { link.deliver(until: deadline, into: &deliveries) }
    return deliveries.map(\.bytes)
  }

  @Test func `datagrams pass both ways, each client's from a port of its own`() throws {
    let stage = try RelayStage(profile(), clients: 3)
    for client in 0..<3 { try stage.send([UInt8(client)], fromClient: client) }
    try stage.run { stage.atTarget.count == 3 }
    #expect(Set(stage.atTarget.map(\.source)).count == 3)
    for arrival in stage.atTarget { try stage.answer(arrival.bytes + [9], to: arrival.source) }
    try stage.run { stage.atClients.allSatisfy { $0.count == 1 } }
    for client in 0..<3 {
      #expect(stage.atClients[client].map(\.bytes) == [[UInt8(client), 9]])
      #expect(stage.atClients[client].allSatisfy { $0.source == stage.relay.localAddress })
    }
    #expect(stage.relay.statistics.up.delivered == 3 && stage.relay.statistics.down.delivered == 3)
    #expect(stage.events.count == 3)
  }

  @Test(arguments: [1, 2, 77] as [UInt64])
  func `what is lost, comes twice and is held back is what the seed says`(seed: UInt64) throws {
    let profile = profile {
      $0.loss = .bursts(rate: 0.3, meanLength: 2) ?? .none
      $0.duplication = 0.1
    }
    let stage = try RelayStage(profile) { $0.seed = seed }
    let count = 300
    // Not more at once than any kernel keeps.
    for number in 0..<count {
      try stage.send(datagram(number))
      if number % 50 == 49 { try stage.run { stage.relay.statistics.up.sent == number + 1 } }
    }
    let up = passed(count, profile.uplink(ofParticipant: 0, seed: seed))
    try stage.run { stage.atTarget.count >= up.count }
    #expect(stage.atTarget.map(\.bytes) == up)
    let port = try #require(stage.atTarget.first).source
    for number in 0..<count {
      try stage.answer(datagram(number), to: port)
      if number % 50 == 49 { try stage.run { stage.relay.statistics.down.sent == number + 1 } }
    }
    let down = passed(count, profile.downlink(ofParticipant: 0, seed: seed))
    try stage.run { stage.atClients[0].count >= down.count }
    #expect(stage.atClients[0].map(\.bytes) == down)
    #expect(up != down)
    let statistics = stage.relay.statistics
    #expect(statistics.up.sent == 300 && statistics.down.sent == 300)
    #expect(Int(statistics.up.delivered + statistics.up.duplicated) == up.count)
    #expect(statistics.up.lost > 50 && statistics.up.duplicated > 10)
  }

  @Test func `nothing comes before its delay is over`() throws {
    let delay = MediaTime(milliseconds: 30)
    let stage = try RelayStage(profile { $0.latency = delay })
    let sent = try stage.now()
    for number in 0..<20 { try stage.send(datagram(number)) }
    try stage.run { stage.atTarget.count == 20 }
    #expect(stage.atTarget.map(\.bytes) == (0..<20).map(datagram))
    #expect(stage.atTarget.allSatisfy { $0.time >= sent + delay })
  }

  @Test func `an outage begins when the client does`() throws {
    let stage = try RelayStage(
      profile {
        $0.outages = [.init(start: .zero, length: MediaTime(milliseconds: 60_000))]
      }, clients: 2)
    for client in 0..<2 { try stage.send([1], fromClient: client) }
    try stage.run { stage.relay.statistics.up.sent == 2 }
    #expect(stage.relay.statistics.up.lostToOutages == 2 && stage.atTarget.isEmpty)
  }

  @Test func `a client comes from another port after its time, and what it is sent arrives`() throws
  {
    let after = MediaTime(milliseconds: 40)
    let stage = try RelayStage(profile()) { $0.rebindAfter = after }
    let sent = try stage.now()
    try stage.send([1])
    try stage.run { stage.atTarget.count == 1 }
    let first = try #require(stage.atTarget.first).source
    try stage.run { stage.events.count == 2 }
    #expect(try stage.now() >= sent + after)
    try stage.send([2])
    try stage.run { stage.atTarget.count == 2 }
    let second = try #require(stage.atTarget.last).source
    #expect(first.port != second.port)
    #expect(stage.events.last == .rebound(client: 1, try any(port: second.port)))
    // What goes to the old port is lost, as in a network that was left.
    try stage.answer([3], to: first)
    try stage.answer([4], to: second)
    try stage.run { !stage.atClients[0].isEmpty }
    #expect(stage.atClients[0].map(\.bytes) == [[4]])
    // Once is enough.
    try stage.send([5])
    try stage.run { stage.atTarget.count == 3 }
    #expect(stage.atTarget.last?.source == second)
  }

  private func any(port: UInt16) throws -> SocketAddress {
    try #require(SocketAddress("0.0.0.0", port: port))
  }

  @Test func `who is silent is forgotten, and a stranger afterwards`() throws {
    let stage = try RelayStage(profile()) { $0.idleTime = MediaTime(milliseconds: 20) }
    try stage.send([1])
    try stage.run { stage.events.count == 2 }
    guard case .left(client: 1, let statistics) = stage.events.last else {
      Issue.record("\(stage.events)")
      return
    }
    #expect(statistics.up.sent == 1 && stage.relay.clientCount == 0)
    try stage.send([2])
    try stage.run { stage.atTarget.count == 2 }
    #expect(stage.events.contains(.joined(client: 2, stage.clients[0].localAddress)))
    // Those that are gone count in the sum.
    #expect(stage.relay.statistics.up.sent == 2 && stage.relay.statistics.clients == 2)
  }

  @Test func `there is room for so many clients and no more`() throws {
    let stage = try RelayStage(profile(), clients: 2) { $0.mostClients = 1 }
    for _ in 0..<3 {
      for client in 0..<2 { try stage.send([UInt8(client)], fromClient: client) }
    }
    try stage.run { stage.relay.statistics.refused == 3 && stage.atTarget.count == 3 }
    #expect(stage.atTarget.map(\.bytes) == [[0], [0], [0]])
  }

  @Test func `only the target is heard at a client's port`() throws {
    let stage = try RelayStage(profile(), clients: 2)
    try stage.send([1])
    try stage.run { stage.atTarget.count == 1 }
    let port = try #require(stage.atTarget.first).source
    try stage.clients[1].enqueue([66], to: port)
    try stage.clients[1].flush()
    try stage.run { stage.relay.statistics.foreign == 1 }
    try stage.answer([2], to: port)
    try stage.run { !stage.atClients[0].isEmpty }
    #expect(stage.atClients[0].map(\.bytes) == [[2]])
  }
}
