import TestSupport
import Testing

@testable import MediaCore

@Suite struct RTPTimelineTests {
  struct Packet {
    var timestamp: Int64
    /// Seconds.
    var arrival: Double
  }

  /// Where packets stand, in seconds; the ones kept back when they are decided.
  static func places(_ packets: [Packet], rate: Int64 = 48_000) -> [Double] {
    var timeline = RTPTimeline(clockRate: rate)
    var places: [Double] = []
    var kept: [RTPTimestamp] = []
    for packet in packets {
      let timestamp = RTPTimestamp(packet.timestamp)
      kept.append(timestamp)
      let arrival = MediaTime(nanoseconds: Int64((packet.arrival * 1e9).rounded()))
      guard timeline.receive(timestamp, at: arrival) else { continue }
      for timestamp in kept { places.append(timeline.place(of: timestamp).seconds) }
      kept = []
    }
    timeline.settle()
    for timestamp in kept { places.append(timeline.place(of: timestamp).seconds) }
    return places
  }

  static func steady(_ count: Int, from timestamp: Int64 = 0, at arrival: Double = 0) -> [Packet] {
    (0..<count).map {
      Packet(timestamp: timestamp + Int64($0) * 960, arrival: arrival + Double($0) * 0.02)
    }
  }

  @Test func `lost packets and pauses are as long as their timestamps say`() {
    // AUD-04 and AUD-01: gaps of 20, 40 and 60 ms, and of 400 ms.
    var packets = Self.steady(50)
    for index in [10, 20, 21, 30, 31, 32].reversed() { packets.remove(at: index) }
    for index in 1...5 {
      packets += Self.steady(1, from: 48_000 + Int64(index) * 19_200, at: 1 + Double(index) * 0.4)
    }
    for (place, packet) in zip(Self.places(packets), packets) {
      #expect(abs(place - Double(packet.timestamp) / 48_000) < 0.001)
    }
  }

  /// AUD-02 and the like: the timestamps jump, time does not.
  @Test(arguments: [12_345 - 4_000_048_000, -48_000 * 3, 48_000 * 2, 294_931_641] as [Int64])
  func `timestamps that begin anew go on with the clock`(jump: Int64) {
    let first: Int64 = 4_000_000_000
    let packets =
      Self.steady(50, from: first) + Self.steady(50, from: first + 48_000 + jump, at: 1)
    for (index, place) in Self.places(packets).enumerated() {
      #expect(abs(place - Double(index) * 0.02) < 0.001)
    }
  }

  @Test func `timestamps may begin anew while packets are late, and at once`() {
    // Late by 2 s, and among the late ones the timestamps jump far ahead; then back to before the
    // first of all.
    let late = Self.steady(10, from: 48_000, at: 3)
    let ahead = Self.steady(10, from: 48_000 * 5_000, at: 3.2)
    let back = Self.steady(50, from: -96_000, at: 3.4)
    let places = Self.places(Self.steady(50) + late + ahead + back)
    for (index, place) in places.enumerated() where index >= 60 {
      #expect(abs(place - 3.2 - Double(index - 60) * 0.02) < 0.03, "\(index) \(place)")
    }
    let first = Self.places(Self.steady(1, from: 96_000) + Self.steady(20, from: 0, at: 0.02))
    for (index, place) in first.enumerated() { #expect(abs(place - Double(index) * 0.02) < 0.001) }
  }

  /// AUD-03.
  @Test func `a source that stood still has a gap`() {
    let packets = Self.steady(50) + Self.steady(50, from: 48_000, at: 6)
    let places = Self.places(packets)
    for index in 0..<50 {
      #expect(abs(places[index] - Double(index) * 0.02) < 0.001)
      #expect(abs(places[50 + index] - 6 - Double(index) * 0.02) < 0.02)
    }
  }

  @Test(arguments: [0.001, 0.005, 0.014])
  func `a network that kept packets has none`(spacing: Double) {
    var packets = Self.steady(500)
    // From 1 s on nothing comes for 3 s, then everything a packet each `spacing`.
    for index in 50..<500 {
      packets[index].arrival = max(packets[index].arrival, 4 + Double(index - 50) * spacing)
    }
    for (index, place) in Self.places(packets).enumerated() {
      #expect(abs(place - Double(index) * 0.02) < 0.005, "\(index)")
    }
  }

  @Test func `many small halts add up`() {
    var packets = Self.steady(3_000)
    for index in packets.indices { packets[index].arrival += Double(index / 200) * 0.4 }
    let places = Self.places(packets)
    for index in packets.indices {
      #expect(packets[index].arrival - places[index] < 1.7)
      #expect(index == 0 || places[index] > places[index - 1])
    }
  }

  /// AUD-13: four hours, sound cards that are off, jitter; and the rhythm of pauses.
  @Test(
    arguments: [(-500.0, 960), (-120, 960), (0, 20_160), (200, 960), (500, 960)]
      as [(Double, Int64)])
  func `hours keep to session time`(ppm: Double, step: Int64) {
    var random = SeededGenerator(seed: UInt64(700 + ppm))
    var timeline = RTPTimeline(clockRate: 48_000)
    var worst = 0.0
    let seconds = 4.0 * 3_600
    var timestamp: Int64 = 0
    while Double(timestamp) < seconds * 48_000 {
      let sent = Double(timestamp) / 48_000 / (1 + ppm / 1e6)
      // Exponential jitter, 15 ms in the mean, in eighths.
      var late = 0.0
      while random.chance(0.875) { late += 0.002 }
      let arrival = MediaTime(nanoseconds: Int64((sent + 0.05 + late) * 1e9))
      let isDecided = timeline.receive(RTPTimestamp(timestamp), at: arrival)
      #expect(isDecided)
      let place = timeline.place(of: RTPTimestamp(timestamp)).seconds
      if sent > 120 { worst = max(worst, abs(place - sent - 0.05)) }
      timestamp += step
    }
    #expect(worst < (step > 960 ? 0.02 : 0.015), "\(worst)")
    #expect(abs(timeline.drift * 1e6 - ppm) < 5, "\(timeline.drift)")
  }
}
