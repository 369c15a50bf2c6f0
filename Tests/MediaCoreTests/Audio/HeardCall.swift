import TestSupport

@testable import MediaCore

/// A voice sent in packets of 20 ms over a way that is given packet by packet, and what is heard of
/// it, 20 ms at a time.
struct HeardCall {
  struct Sent {
    var header: RTPHeader
    var bytes: [UInt8]
    /// Seconds; nil for lost.
    var arrival: Double?
    var isRetransmission = false
  }

  var samples: [Float] = []
  /// Of every tick: the delay, the target, samples concealed so far, the timestamp handed out first.
  var delays: [Double] = []
  var targets: [Double] = []
  var concealed: [Int64] = []
  var positions: [Int64?] = []
  /// Samples spliced in or out so far.
  var spliced: [Int64] = []
  var report = AudioReceptionStatistics()

  /// Packets as a sender numbers and times them, whose clock is fast by `ppm`, with a way of 50 ms.
  static func sent(_ packets: [[UInt8]], ppm: Double = 0, firstSequence: Int = 65_000) -> [Sent] {
    var sent: [Sent] = []
    for (index, bytes) in packets.enumerated() {
      sent.append(
        Sent(
          header: RTPHeader(
            payloadType: 111,
            sequenceNumber: SequenceNumber(truncating: Int64(firstSequence + index)),
            timestamp: UInt32(truncatingIfNeeded: 4_294_000_000 + index * 960), ssrc: SSRC(7)),
          bytes: bytes, arrival: 0.0031 + Double(index) * 0.02 / (1 + ppm / 1e6) + 0.05))
    }
    return sent
  }

  /// - Parameter ownPPM: by how much the clock that pulls is fast.
  static func run(
    _ sent: [Sent], seconds: Double, channels: Int32 = 1, ownPPM: Double = 0
  ) throws -> HeardCall {
    var order: [(arrival: Double, index: Int)] = []
    for (index, packet) in sent.enumerated() {
      if let arrival = packet.arrival { order.append((arrival, index)) }
    }
    order.sort { ($0.arrival, $0.index) < ($1.arrival, $1.index) }
    var receiver = try AudioReceiver(channels: channels)
    var call = HeardCall()
    var next = 0
    for tick in 0..<Int(seconds * 50) {
      let now = Double(tick) * 0.02 / (1 + ownPPM / 1e6)
      while next < order.count, order[next].arrival <= now {
        let packet = sent[order[next].index]
        receiver.receive(
          packet.header, payload: packet.bytes.span, isRetransmission: packet.isRetransmission,
          at: time(order[next].arrival))
        next += 1
      }
      call.positions.append(receiver.playoutTimestamp?.rawValue)
      receiver.pull(960, at: time(now), into: &call.samples)
      let report = receiver.report
      call.delays.append(report.delay.seconds)
      call.targets.append(report.target.seconds)
      call.concealed.append(report.concealed)
      call.spliced.append(report.shortened + report.lengthened)
    }
    call.report = receiver.report
    return call
  }

  static func time(_ seconds: Double) -> MediaTime {
    MediaTime(nanoseconds: Int64((seconds * 1e9).rounded()))
  }

  /// The part of the time from `start` on that was concealed audibly.
  var audible: Double { Double(report.audiblyConcealed) / Double(report.samples) }

  /// The largest step from sample to sample that what was sent makes when it is heard undisturbed.
  static func ownStep(_ packets: [[UInt8]]) throws -> Float {
    var decoder = try OpusDecoder(channels: 1)
    var samples: [Float] = []
    for packet in packets { _ = try decoder.decode(packet.span, into: &samples) }
    return largestStep(samples[...])
  }
}

/// Ways of packets, seeded.
enum PacketWay {
  /// Exponential jitter of a mean, in seconds; order may change.
  static func jitter(_ sent: inout [HeardCall.Sent], mean: Double, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for index in sent.indices {
      var late = 0.0
      while random.chance(0.9) { late += mean / 9 }
      sent[index].arrival = sent[index].arrival.map { $0 + late }
    }
  }

  static func loss(_ sent: inout [HeardCall.Sent], part: Double, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for index in sent.indices where random.chance(part) { sent[index].arrival = nil }
  }

  /// Losses that come in runs of `length` in the mean (Gilbert).
  static func burstLoss(_ sent: inout [HeardCall.Sent], part: Double, length: Double, seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    var isBad = false
    for index in sent.indices {
      isBad = random.chance(isBad ? 1 - 1 / length : part / (1 - part) / length)
      if isBad { sent[index].arrival = nil }
    }
  }

  /// What is lost comes again after a round trip, unless that is lost as well.
  static func retransmission(
    _ sent: inout [HeardCall.Sent], after delay: Double, part: Double, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    for index in sent.indices where sent[index].arrival == nil {
      guard !random.chance(part) else { continue }
      sent[index].arrival = 0.0031 + Double(index) * 0.02 + 0.05 + delay
      sent[index].isRetransmission = true
    }
  }

  /// Gaussian jitter around the way, which remembers itself for 40 ms; the order stays.
  static func gaussianJitter(_ sent: inout [HeardCall.Sent], deviation: Double, seed: UInt64) {
    var jitter = GaussianJitter(deviation: deviation, seed: seed)
    var last = 0.0
    for index in sent.indices {
      let late = jitter.next()
      guard let arrival = sent[index].arrival else { continue }
      last = max(last, arrival + late)
      sent[index].arrival = last
    }
  }
}

/// Of one packet each 20 ms: correlated over 40 ms, within four deviations.
struct GaussianJitter {
  private let deviation: Double
  private var random: SeededGenerator
  private var value: Double?

  /// - Parameter deviation: seconds.
  init(deviation: Double, seed: UInt64) {
    self.deviation = deviation
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> Double {
    // exp(−20 ms / 40 ms).
    let kept = 0.6065
    let value = value.map { kept * $0 + (1 - kept * kept).squareRoot() * normal() } ?? normal()
    self.value = value
    return deviation * min(max(value, -4), 4)
  }

  /// The sum of twelve uniform numbers.
  private mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += .random(in: 0..<1, using: &random) }
    return sum
  }
}
