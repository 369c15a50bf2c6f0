import TestSupport

@testable import MediaCore

/// A microphone and the network behind it: bursts of tone over a hum, as packets that are lost, sent
/// again, doubled and reordered, by a clock that runs at a speed of its own.
struct SentSound {
  struct Packet {
    var sequence: Int64
    var timestamp: UInt32
    var payload: [UInt8]
    /// Seconds of session time.
    var captured: Double
    var arrival: Double
  }

  /// By arrival.
  private(set) var packets: [Packet] = []
  /// Seconds of session time at which bursts begin that are sent.
  private(set) var bursts: [Double] = []

  var loss = 0.0
  var repair = 0.0
  var doubling = 0.0
  /// Seconds.
  var delay = 0.03
  var jitter = 0.0
  /// How much faster the clock runs, in parts in a million.
  var drift = 0.0
  /// Between bursts nothing is sent but a sign of life every 400 ms.
  var pauses = false
  /// Seconds of session time in which nothing is sent.
  var muted: ClosedRange<Double>?

  /// Sends from `start` to `end`, in seconds of session time.
  mutating func send(from start: Double, to end: Double, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var encoder = try OpusEncoder(
      OpusSettings(bitrate: 24_000, complexity: 0, purpose: .call, pausesInSilence: pauses))
    let length = 0.02 / (1 + drift * 1e-6)
    let first = Int64(random.next() & 0xFFFF)
    let timestamp = UInt32(truncatingIfNeeded: random.next())
    let tone = sine(700, seconds: 0.2, level: 0.6)
    var sequence = first
    var index: Int64 = 0
    while true {
      let time = start + Double(index) * length
      guard time < end else { break }
      // Two seconds, of which a burst takes 200 ms.
      let phase = index % 100
      var samples = [Float](repeating: 0, count: 960)
      for place in samples.indices {
        if (40..<50).contains(phase) {
          samples[place] = tone[Int(phase - 40) * 960 + place]
        } else if !pauses {
          samples[place] = Float(random.next() & 1023) * 2e-5 - 0.01
        }
      }
      let payload = try encoder.encode(samples)
      let stamp = timestamp &+ UInt32(truncatingIfNeeded: index * 960)
      index += 1
      if muted?.contains(time) == true { continue }
      if phase == 40 { bursts.append(time) }
      if payload.count <= 2, index % 20 != 0 { continue }
      let packet = Packet(
        sequence: sequence, timestamp: stamp, payload: payload, captured: time,
        arrival: time + delay + unit(&random) * jitter)
      sequence += 1
      transmit(packet, &random)
    }
    packets.sort { ($0.arrival, $0.sequence) < ($1.arrival, $1.sequence) }
  }

  /// The same for a long time: a second of sound over and over.
  mutating func sendQuickly(from start: Double, to end: Double, seed: UInt64) throws {
    var second = SentSound()
    try second.send(from: 0, to: 2, seed: seed)
    var random = SeededGenerator(seed: seed)
    let length = 0.02 / (1 + drift * 1e-6)
    var index: Int64 = 0
    while start + Double(index) * length < end {
      let time = start + Double(index) * length
      packets.append(
        Packet(
          sequence: index, timestamp: UInt32(truncatingIfNeeded: 4_294_000_000 + index * 960),
          payload: second.packets[Int(index % 100)].payload, captured: time,
          arrival: time + delay + unit(&random) * jitter))
      index += 1
    }
    packets.sort { ($0.arrival, $0.sequence) < ($1.arrival, $1.sequence) }
  }

  /// Changes what came; nil is lost.
  mutating func remap(_ change: (Packet) -> Packet?) {
    packets = packets.compactMap(change)
    packets.sort { ($0.arrival, $0.sequence) < ($1.arrival, $1.sequence) }
  }

  private mutating func transmit(_ packet: Packet, _ random: inout SeededGenerator) {
    var packet = packet
    if random.chance(loss) {
      guard random.chance(repair) else { return }
      packet.arrival += 0.3
    }
    packets.append(packet)
    if random.chance(doubling) {
      packet.arrival += 0.05
      packets.append(packet)
    }
  }

  private func unit(_ random: inout SeededGenerator) -> Double {
    Double(random.next() >> 11) * 0x1p-53
  }

  /// What came, once each, in the sender's order.
  func payloads(where isWanted: (Packet) -> Bool = { _ in true }) -> [[UInt8]] {
    var last: Int64?
    var payloads: [[UInt8]] = []
    for packet in packets.sorted(by: { $0.sequence < $1.sequence }) where packet.sequence != last {
      last = packet.sequence
      if isWanted(packet) { payloads.append(packet.payload) }
    }
    return payloads
  }

  /// Records it tick by tick.
  func record(
    into track: SoundTrackRecording, from start: Double, to end: Double,
    timeline: (Double) -> FileTimeline, onTick: (Double) -> Void = { _ in }
  ) -> TrackResult {
    var next = 0
    for tick in Int64((start * 50).rounded())...Int64((end * 50).rounded()) {
      let now = Double(tick) * 0.02
      while next < packets.count, packets[next].arrival <= now {
        let packet = packets[next]
        track.receive(
          sequence: packet.sequence, timestamp: packet.timestamp, payload: packet.payload,
          at: time(packet.arrival))
        next += 1
      }
      onTick(now)
      track.advance(to: time(now), timeline(now))
    }
    return track.finish(at: time(end), timeline(end))
  }
}

func time(_ seconds: Double) -> MediaTime {
  MediaTime(nanoseconds: Int64((seconds * 1e9).rounded()))
}

/// Whether all of `few` are among `many`, in the same order.
func isInOrder<Element: Equatable>(_ few: [Element], within many: [Element]) -> Bool {
  var next = 0
  for element in many where next < few.count && few[next] == element { next += 1 }
  return next == few.count
}

/// A track's file as a player would take it.
struct PassedTrack {
  let contents: WebMContents
  /// All but silence, as they are in the file.
  let payloads: [[UInt8]]
  /// Samples that are heard, by counting packets.
  let samples: Int64

  init(_ sink: MemorySink, _ silence: OpusSilence) throws {
    contents = try WebMContents(sink.bytes)
    payloads = contents.blocks.map(\.payload).filter { $0 != silence.whole && $0 != silence.short }
    var samples = -Int64(silence.preSkip)
    for block in contents.blocks {
      samples += Int64(OpusPayload(parsing: block.payload.span)?.sampleCount ?? 0)
      samples -= block.discardPadding.sampleNumber
    }
    self.samples = samples
  }
}
