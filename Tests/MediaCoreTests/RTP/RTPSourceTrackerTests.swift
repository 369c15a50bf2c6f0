import TestSupport
import Testing

@testable import MediaCore

@Suite struct RTPSourceTrackerTests {
  typealias Outcome = RTPSourceTracker.Outcome

  static func header(_ sequence: Int, _ timestamp: Int64) -> RTPHeader {
    RTPHeader(
      payloadType: 111, sequenceNumber: SequenceNumber(truncating: Int64(sequence)),
      timestamp: UInt32(truncatingIfNeeded: timestamp), ssrc: SSRC(1))
  }

  /// What becomes of packets of 20 ms that come one every 20 ms, held ones handed in again.
  static func places(
    _ packets: [(sequence: Int, timestamp: Int64)], into tracker: inout RTPSourceTracker
  ) -> [RTPSourceTracker.Place] {
    var places: [RTPSourceTracker.Place] = []
    var held: [RTPHeader] = []
    for (index, packet) in packets.enumerated() {
      let header = Self.header(packet.sequence, packet.timestamp)
      let now = MediaTime(milliseconds: Int64(index) * 20)
      switch tracker.receive(header, at: now) {
      case .accepted(let place):
        places.append(place)
        if place.isRestart {
          for early in held {
            if case .accepted(let place) = tracker.receive(early, at: now) { places.append(place) }
          }
        }
        held = []
      case .held: held.append(header)
      case .duplicate: break
      }
    }
    return places
  }

  @Test func `numbers and timestamps go on over their laps`() {
    var tracker = RTPSourceTracker(clockRate: 48_000)
    let packets = (0..<200).map { (65_500 + $0, 4_294_900_000 + Int64($0) * 960) }
    let places = Self.places(packets, into: &tracker)
    #expect(places.map(\.sequence) == packets.map { Int64($0.0) })
    #expect(places.map(\.timestamp.rawValue) == packets.map(\.1))
    #expect(tracker.statistics.lost == 0)
  }

  /// RTP-02 and RTP-04: 65 535 comes after 0 and 1; arrival 3, 1, 2.
  @Test(arguments: [[65_534, 65_536, 65_537, 65_535, 65_538], [3, 1, 2, 4], [65_536, 65_535]])
  func `what comes out of order keeps its place`(order: [Int]) {
    var tracker = RTPSourceTracker(clockRate: 48_000)
    let places = Self.places(order.map { ($0, Int64($0) * 960) }, into: &tracker)
    let first = places[0].sequence
    #expect(places.map { $0.sequence - first } == order.map { Int64($0 - order[0]) })
    #expect(places.map { $0.timestamp.rawValue } == order.map { Int64($0) * 960 })
    #expect(tracker.statistics.lost == 0 && tracker.statistics.received == Int64(order.count))
  }

  /// RTP-03, and jumps of every size, the timestamps with them or not.
  @Test(arguments: [-8_618, -40, -3, -900, 5_000, -20_000, 32_768], [true, false])
  func `a source may count anew`(jump: Int, timestampsToo: Bool) {
    var tracker = RTPSourceTracker(clockRate: 48_000)
    var packets = (0..<50).map { (21_245 + $0, 1_000 + Int64($0) * 960) }
    let from = timestampsToo ? 5_000_000 : packets[49].1 + 960
    for index in 0..<50 { packets.append((21_294 + jump + index, from + Int64(index) * 960)) }
    let places = Self.places(packets, into: &tracker)
    #expect(places.count == 100, "none is lost")
    #expect(places.filter(\.isRestart).count == 1)
    let sorted = places.sorted { $0.sequence < $1.sequence }
    #expect(sorted.map(\.timestamp.rawValue) == packets.map(\.1))
    for (place, packet) in zip(sorted, packets) {
      #expect(
        SequenceNumber(truncating: place.sequence)
          == SequenceNumber(truncating: Int64(packet.0)))
    }
    // The same packets do not count twice as held ones do.
    #expect(tracker.statistics.lost == 0 && tracker.statistics.received == 100)
  }

  @Test func `one stray packet changes nothing`() {
    var tracker = RTPSourceTracker(clockRate: 48_000)
    var packets = (0..<50).map { ($0, Int64($0) * 960) }
    packets.insert((30_000, 99), at: 20)
    packets.insert((40_000, 99), at: 30)
    #expect(Self.places(packets, into: &tracker).map(\.sequence) == (0..<50).map { Int64($0) })
  }

  @Test func `what comes twice is told`() {
    var tracker = RTPSourceTracker(clockRate: 48_000)
    var packets: [(sequence: Int, timestamp: Int64)] = []
    for index in 0..<100 {
      packets.append((index, Int64(index) * 960))
      let early = max(index - 30, 0)
      packets.append((early, Int64(early) * 960))
    }
    #expect(Self.places(packets, into: &tracker).count == 100)
    #expect(tracker.statistics.duplicates == 100)
  }

  /// RTP-14: time has passed, so the lap is the one it has come to; 90 kHz laps after 13 h.
  @Test(arguments: [1, 6, 8, 13, 14, 100])
  func `after hours the timestamp is of the right lap`(hours: Int64) {
    var tracker = RTPSourceTracker(clockRate: 90_000)
    let pause = hours * 3_600
    _ = tracker.receive(Self.header(7, 123), at: .zero)
    let now = MediaTime(milliseconds: pause * 1_000 + 40)
    let outcome = tracker.receive(Self.header(8, 123 + pause * 90_000), at: now)
    #expect(
      outcome
        == .accepted(
          RTPSourceTracker.Place(
            sequence: 8, timestamp: RTPTimestamp(123 + pause * 90_000), isRestart: false)))
  }

  @Test func `reports say what RFC 3550 A_3 says`() {
    var tracker = RTPSourceTracker(clockRate: 8_000)
    var reception = RTPReception(clockRate: 8_000)
    // 20 packets, of which 10 … 13 are lost, the last half late by 10 ms in turn.
    for index in 0..<20 where !(10...13).contains(index) {
      let now = MediaTime(
        milliseconds: Int64(index) * 20 + (index >= 10 && index % 2 == 0 ? 10 : 0))
      _ = tracker.receive(Self.header(65_530 + index, Int64(index) * 160), at: now)
    }
    reception = tracker.statistics
    let now = MediaTime(milliseconds: 500)
    reception.receive(
      SenderReport(
        sender: SSRC(1), time: NTPTime(rawValue: 0x1234_5678_9ABC_DEF0), timestamp: 0, packets: 0,
        octets: 0), at: MediaTime(milliseconds: 250))
    let report = reception.report(on: SSRC(1), at: now)
    #expect(report.fractionLost == 4 * 256 / 20)
    #expect(report.cumulativeLost == 4)
    #expect(report.highestSequence == 65_530 + 19)
    // A.8 by hand: steps of 80 ticks at 14 to 19, each a sixteenth of the way.
    var jitter = 0.0
    for _ in 14...19 { jitter += (80 - jitter) / 16 }
    #expect(report.jitter == UInt32(jitter))
    #expect(report.lastSenderReport == 0x5678_9ABC)
    #expect(report.delaySinceLast == 16_384)
    // Nothing since.
    let next = reception.report(on: SSRC(1), at: now)
    #expect(next.fractionLost == 0 && next.cumulativeLost == 4)
  }

  @Test func `any packets are survived`() {
    var random = SeededGenerator(seed: 3)
    var tracker = RTPSourceTracker(clockRate: 48_000)
    var timeline = RTPTimeline(clockRate: 48_000)
    var last = Int64.min
    for index in 0..<50_000 {
      let now = MediaTime(milliseconds: Int64(index) * (random.chance(0.01) ? 1 : 20))
      let header = Self.header(
        random.chance(0.5) ? index : .random(in: 0...65_535, using: &random),
        random.chance(0.5) ? Int64(index) * 960 : .random(in: 0...(1 << 32), using: &random))
      if case .accepted(let place) = tracker.receive(header, at: now), place.sequence > last {
        last = place.sequence
        _ = timeline.receive(place.timestamp, at: now)
        _ = timeline.place(of: place.timestamp)
      }
      if random.chance(0.01) {
        var statistics = tracker.statistics
        _ = statistics.report(on: SSRC(1), at: now)
      }
    }
  }
}
