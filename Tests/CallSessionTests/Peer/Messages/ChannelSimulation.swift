import MediaCore

@testable import CallSession

/// Two ends of a channel over a network, each of which says something small now and then.
struct ChannelSimulation {
  struct End {
    var channel = ReliableChannel()
    var random: SimulationGenerator
    var next: MediaTime
    var sent: [(bytes: [UInt8], time: MediaTime)] = []
    var received: [[UInt8]] = []
    /// Of what the other end sent: milliseconds.
    var delays: [Double] = []
    var segments = 0
  }

  var ends: [End]
  var links: [NetworkLink]
  private(set) var now = MediaTime.zero
  /// When to fall silent.
  var last = MediaTime(milliseconds: 60_000)
  /// Milliseconds between two messages.
  var pauses = 17...100 as ClosedRange<Int64>

  init(_ profile: NetworkProfile, seed: UInt64) {
    ends = (0..<2).map {
      End(
        random: SimulationGenerator(seed: seed, stream: $0),
        next: MediaTime(milliseconds: 5 + Int64($0)))
    }
    links = [
      profile.uplink(ofParticipant: 1, seed: seed), profile.downlink(ofParticipant: 1, seed: seed),
    ]
  }

  mutating func run(until end: MediaTime) {
    var stalls = 0
    while now < end {
      var next = end
      for index in 0..<2 {
        speak(index)
        transmit(index)
        deliver(index)
        for deadline in [
          ends[index].next <= last ? ends[index].next : nil, ends[index].channel.deadline,
          links[index].deadline,
        ] {
          if let deadline { next = min(next, deadline) }
        }
      }
      stalls = next > now ? 0 : stalls + 1
      precondition(stalls < 100, "deadlines that nobody heeds")
      now = max(next, now)
    }
  }

  private mutating func speak(_ index: Int) {
    while ends[index].next <= min(now, last) {
      let count = Int.random(in: 50...300, using: &ends[index].random)
      let first = UInt8(truncatingIfNeeded: ends[index].sent.count)
      say([first] + [UInt8](repeating: UInt8(index), count: count), from: index)
      let pause = Int64.random(in: pauses, using: &ends[index].random)
      ends[index].next = now + MediaTime(milliseconds: pause)
    }
  }

  mutating func say(_ message: [UInt8], from index: Int) {
    try? ends[index].channel.send(message)
    ends[index].sent.append((message, now))
  }

  private mutating func transmit(_ index: Int) {
    var segments: [[UInt8]] = []
    ends[index].channel.takeSegments(at: now, into: &segments)
    for segment in segments { links[index].send(segment, at: now) }
    ends[index].segments += segments.count
  }

  private mutating func deliver(_ index: Int) {
    var deliveries: [LinkDelivery] = []
    links[index].deliver(until: now, into: &deliveries)
    let other = 1 - index
    for delivery in deliveries {
      var messages: [[UInt8]] = []
      try? ends[other].channel.receive(segment: delivery.bytes, at: now, into: &messages)
      for message in messages {
        let sent = ends[index].sent[ends[other].received.count]
        ends[other].delays.append((now - sent.time).seconds * 1_000)
        ends[other].received.append(message)
      }
    }
  }

  /// Of both ends' delays.
  func delay(percentile: Int) -> Double {
    let delays = (ends[0].delays + ends[1].delays).sorted()
    return delays[(delays.count - 1) * percentile / 100]
  }

  var isComplete: Bool {
    ends[0].received == ends[1].sent.map(\.bytes) && ends[1].received == ends[0].sent.map(\.bytes)
  }
}
