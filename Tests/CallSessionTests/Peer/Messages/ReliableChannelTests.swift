import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct ReliableChannelTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// Over a round trip of 100 ms. Measured: 95 of 100 within 69 and 174 ms, 99 within 205 and 260. The goal
  /// for 10 % was 250 ms for 95.
  @Test(arguments: 1...4 as ClosedRange<UInt64>, [("lossy-10", 100.0), ("lossy-30", 250.0)])
  func `small messages are soon there on a path that loses`(
    seed: UInt64, row: (name: String, limit: Double)
  ) throws {
    var simulation = ChannelSimulation(
      try #require(NetworkProfile.named(row.name)), seed: seed)
    simulation.run(until: Self.milliseconds(63_000))
    #expect(simulation.isComplete)
    let (median, late, last) = (
      simulation.delay(percentile: 50), simulation.delay(percentile: 95),
      simulation.delay(percentile: 99)
    )
    #expect(late < row.limit, "\(median) \(late) \(last)")
    #expect(last < row.limit + 150, "\(median) \(late) \(last)")
  }

  @Test(arguments: NetworkProfile.named.map(\.name))
  func `whatever the path does, all comes in order and once`(name: String) throws {
    var simulation = ChannelSimulation(try #require(NetworkProfile.named(name)), seed: 9)
    simulation.run(until: Self.milliseconds(70_000))
    #expect(simulation.isComplete)
    #expect(simulation.ends[0].channel.backlog == 0 && simulation.ends[1].channel.backlog == 0)
  }

  @Test func `a lone message that is lost is there after two and a half round trips`() throws {
    var settings = LinkSettings()
    settings.latency = Self.milliseconds(50)
    settings.outages = [.init(start: Self.milliseconds(10_000), length: Self.milliseconds(20))]
    var simulation = ChannelSimulation(NetworkProfile(name: "", both: settings), seed: 1)
    simulation.last = Self.milliseconds(5_000)
    simulation.run(until: Self.milliseconds(10_005))
    simulation.say([1, 2, 3], from: 0)
    simulation.run(until: Self.milliseconds(11_000))
    #expect(simulation.isComplete)
    let delay = try #require(simulation.ends[1].delays.last)
    #expect((200...250).contains(delay), "\(delay)")
  }

  @Test func `on a clean path nothing is sent twice`() throws {
    var simulation = ChannelSimulation(NetworkProfile.perfect, seed: 2)
    simulation.pauses = 100...200
    simulation.run(until: Self.milliseconds(61_000))
    #expect(simulation.isComplete)
    let (said, other) = (simulation.ends[0].sent.count, simulation.ends[1].sent.count)
    // Each message, and an answer to each of the other's at most.
    #expect(simulation.ends[0].segments <= said + other)
  }

  @Test func `a large message takes its time, and does not come in a burst`() throws {
    var settings = LinkSettings()
    settings.latency = Self.milliseconds(30)
    settings.loss = .independent(rate: 0.02)
    settings.capacity = LinkCapacity(rate: 4_000_000, queueLimit: .time(Self.milliseconds(300)))
    var simulation = ChannelSimulation(NetworkProfile(name: "", both: settings), seed: 3)
    simulation.last = .zero
    simulation.ends[0].channel.bitrate = 3_500_000
    var message = [UInt8](repeating: 0, count: ReliableChannel.mostBytes)
    for index in message.indices { message[index] = UInt8(truncatingIfNeeded: index &* 31 >> 7) }
    simulation.say(message, from: 0)
    simulation.run(until: Self.milliseconds(26_000))
    #expect(simulation.isComplete)
    #expect(simulation.links[0].statistics.longestQueueDelay < Self.milliseconds(30))
  }

  @Test func `after an outage it goes on within a second`() throws {
    var simulation = ChannelSimulation(NetworkProfile.outage, seed: 4)
    simulation.run(until: Self.milliseconds(17_999))
    #expect(!simulation.isComplete)
    simulation.run(until: Self.milliseconds(19_000))
    // All but what is under way.
    for (end, other) in [(0, 1), (1, 0)] {
      #expect(simulation.ends[end].sent.count - simulation.ends[other].received.count < 10)
    }
  }

  @Test func `what is too long or too much is refused, and the rest goes on`() throws {
    var channel = ReliableChannel()
    let largest = [UInt8](repeating: 1, count: ReliableChannel.mostBytes)
    #expect(throws: ReliableChannelError.messageTooLong) { try channel.send(largest + [1]) }
    try channel.send(largest)
    try channel.send(largest)
    #expect(throws: ReliableChannelError.full) { try channel.send([1]) }
    var segments: [[UInt8]] = []
    channel.takeSegments(at: .zero, into: &segments)
    #expect(!segments.isEmpty && segments.count < 12)
    #expect(segments.allSatisfy { $0.count <= ReliableChannel.largestSegment })
  }

  @Test func `small messages that wait go together, and come as they were`() throws {
    var random = SeededGenerator(seed: 6)
    var messages = (0..<300).map { _ in
      (0..<Int.random(in: 0...30, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
    }
    messages.insert([UInt8](repeating: 9, count: 2_500), at: 100)
    var (channel, peer) = (ReliableChannel(bitrate: 10_000_000), ReliableChannel())
    for message in messages { try channel.send(message) }
    var (received, unused): ([[UInt8]], [[UInt8]]) = ([], [])
    var sent = 0
    for tick in 0..<100 {
      let now = Self.milliseconds(Int64(tick) * 5)
      var (there, back): ([[UInt8]], [[UInt8]]) = ([], [])
      channel.takeSegments(at: now, into: &there)
      sent += there.count
      for segment in there { try peer.receive(segment: segment, at: now, into: &received) }
      peer.takeSegments(at: now, into: &back)
      for segment in back { try channel.receive(segment: segment, at: now, into: &unused) }
    }
    #expect(received == messages && channel.backlog == 0)
    #expect(sent < 25, "\(sent)")
  }

  @Test func `messages without bytes come too`() throws {
    var simulation = ChannelSimulation(NetworkProfile.lossy10, seed: 5)
    simulation.last = .zero
    for _ in 0..<10 { simulation.say([], from: 1) }
    simulation.run(until: Self.milliseconds(2_000))
    #expect(simulation.isComplete && simulation.ends[0].received.count == 10)
  }

  @Test func `a peer whose messages make no sense is given up`() throws {
    var channel = ReliableChannel()
    var messages: [[UInt8]] = []
    func segment(_ number: UInt32, begins: Bool) -> [UInt8] {
      ChannelSegment(
        missing: 0, packets: [],
        content: .init(packet: number, part: number, begins: begins, ends: false, bytes: [1])
      ).serialized
    }
    try channel.receive(segment: segment(0, begins: true), at: .zero, into: &messages)
    #expect(throws: ReliableChannelError.broken) {
      try channel.receive(segment: segment(1, begins: true), at: .zero, into: &messages)
    }
    #expect(throws: ReliableChannelError.broken) {
      try channel.receive(segment: segment(2, begins: false), at: .zero, into: &messages)
    }
    #expect(messages.isEmpty)
  }

  @Test(arguments: 0..<40)
  func `whatever a peer sends, the channel goes on`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for index in UInt32(0)..<200 {
      var segment = ChannelSegmentTests.segment(near: index, using: &random).serialized
      if random.chance(0.1) {
        segment[.random(in: segment.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if random.chance(0.1) { segment.removeLast(.random(in: 1...segment.count, using: &random)) }
      bytes += [UInt8(segment.count), .random(in: 0...20, using: &random)] + segment
    }
    let report = ReliableChannelExercise.run(bytes)
    #expect(report.isConsistent)
    #expect(report.segments > 100 && report.refused > 0 && report.answers > 0)
    #expect(ReliableChannelExercise.run(bytes) == report)
  }
}
