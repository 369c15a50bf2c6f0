import TestSupport
import Testing

@testable import MediaCore

@Suite struct AudioReceiverTests {
  /// A voice of so many seconds; of more than twenty it repeats.
  static func voice(_ seconds: Int, redundant: Bool = false) throws -> [[UInt8]] {
    let voice = try (redundant ? SyntheticVoice.robust : SyntheticVoice.plain).get()
    var packets: [[UInt8]] = []
    for index in 0..<seconds * 50 { packets.append(voice[index % voice.count]) }
    return packets
  }

  @Test func `on a perfect way everything is heard, soon and as it was`() throws {
    let packets = try Self.voice(12)
    let call = try HeardCall.run(HeardCall.sent(packets), seconds: 11.9)
    #expect(call.report.concealed == 0 && call.report.late == 0 && call.report.recovered == 0)
    #expect(call.report.lengthened == 0)
    for tick in 300..<595 {
      #expect(call.delays[tick] < 0.040 && call.delays[tick] > 0.020, "\(tick)")
    }
    #expect(largestStep(call.samples[...]) <= 1.1 * (try HeardCall.ownStep(packets)))
    // The same again gives the same samples.
    let again = try HeardCall.run(HeardCall.sent(packets), seconds: 11.9)
    #expect(again.samples == call.samples)
  }

  @Test(arguments: [0.005, 0.02, 0.04])
  func `jitter is waited for`(mean: Double) throws {
    let packets = try Self.voice(40)
    var sent = HeardCall.sent(packets)
    PacketWay.jitter(&sent, mean: mean, seed: 11)
    let call = try HeardCall.run(sent, seconds: 39.9)
    #expect(
      Double(call.report.concealed) < 0.01 * Double(call.report.samples), "\(call.report)")
    #expect(call.audible < 0.005)
    // Not for ever: what one packet in five hundred keeps to.
    #expect(call.delays[1_900] < 0.04 + mean * 7, "\(call.delays[1_900])")
    #expect(largestStep(call.samples[...]) <= 1.3 * (try HeardCall.ownStep(packets)))
  }

  @Test func `the delay grows with spikes and comes down again`() throws {
    let packets = try Self.voice(80)
    var sent = HeardCall.sent(packets)
    // For 20 s every 3 s a spike of 150 ms, after which what was held comes at once.
    for start in stride(from: 500, to: 1_500, by: 150) {
      let release = (sent[start].arrival ?? 0) + 0.15
      for index in start..<start + 8 {
        sent[index].arrival = max(sent[index].arrival ?? 0, release)
      }
    }
    let call = try HeardCall.run(sent, seconds: 79)
    #expect(call.delays[490] < 0.04)
    let worst = call.targets[500..<1_500].max() ?? 0
    #expect(worst > 0.15 && worst < 0.25, "\(worst)")
    // The first spike surprises; later ones are waited for.
    #expect(call.concealed[1_600] - call.concealed[900] < 2_000, "\(call.report)")
    #expect(call.delays[3_900] < 0.045, "\(call.delays[3_900])")
    #expect(largestStep(call.samples[...]) <= 1.3 * (try HeardCall.ownStep(packets)))
  }

  @Test func `one packet in ten lost is hardly heard`() throws {
    let packets = try Self.voice(40, redundant: true)
    for seed in 1...3 as ClosedRange<UInt64> {
      var sent = HeardCall.sent(packets)
      PacketWay.jitter(&sent, mean: 0.003, seed: seed)
      PacketWay.loss(&sent, part: 0.1, seed: seed + 50)
      let call = try HeardCall.run(sent, seconds: 39.9)
      #expect(call.audible < 0.015, "\(call.report)")
      #expect(call.report.recovered > call.report.samples / 25)
      #expect(call.delays[1_900] < 0.08)
      let step = largestStep(call.samples[...])
      // A packet behind redundancy now and then comes out of the decoder twice as loud.
      #expect(step <= 2.5 * (try HeardCall.ownStep(packets)), "\(step)")
    }
  }

  @Test func `where redundancy is not enough retransmissions are waited for`() throws {
    let packets = try Self.voice(40, redundant: true)
    var sent = HeardCall.sent(packets)
    PacketWay.loss(&sent, part: 0.3, seed: 3)
    let without = try HeardCall.run(sent, seconds: 39.9)
    PacketWay.retransmission(&sent, after: 0.12, part: 0.3, seed: 4)
    let with = try HeardCall.run(sent, seconds: 39.9)
    #expect(
      without.audible > 0.02 && with.audible < without.audible / 3,
      "\(without.report) \(with.report)")
    #expect(with.delays[1_900] > 0.12 && with.delays[1_900] < 0.25)
  }

  @Test func `a copy that follows by itself is waited for, although few are lost in a row`() throws
  {
    let packets = try Self.voice(20, redundant: false)
    var sent = HeardCall.sent(packets)
    PacketWay.jitter(&sent, mean: 0.003, seed: 5)
    PacketWay.loss(&sent, part: 0.04, seed: 6)
    let without = try HeardCall.run(sent, seconds: 19.9)
    PacketWay.retransmission(&sent, after: 0.03, part: 0.04, seed: 7)
    let with = try HeardCall.run(sent, seconds: 19.9)
    #expect(
      with.report.concealed * 3 < without.report.concealed, "\(without.report) \(with.report)")
    #expect(with.delays[990] < 0.1, "\(with.delays[990])")
  }

  @Test func `a steady tone shows no cut, whatever is lost, late or passed over`() throws {
    var packets: [[UInt8]] = []
    var encoder = try OpusEncoder(OpusSettings(bitrate: 64_000, complexity: 0))
    let tone = SoundShapingTests.tone(430, 48_000)
    for index in 0..<1_000 {
      packets.append(
        // A second has whole periods.
        try encoder.encode(Array(tone[index % 50 * 960..<(index % 50 + 1) * 960])))
    }
    var sent = HeardCall.sent(packets)
    PacketWay.jitter(&sent, mean: 0.02, seed: 17)
    PacketWay.burstLoss(&sent, part: 0.05, length: 3, seed: 18)
    // An outage after which everything comes at once, and one in which all is lost.
    for index in 500..<655 { sent[index].arrival = sent[index].arrival.map { max($0, 13.1) } }
    for index in 800..<850 { sent[index].arrival = nil }
    let call = try HeardCall.run(sent, seconds: 19.5)
    #expect(call.report.flushed > 0 && call.report.skipped > 0 && call.report.concealed > 0)
    let step = largestStep(call.samples[...])
    #expect(step < 0.08, "\(step)")
  }

  @Test func `at a cut sound goes on from where it was`() throws {
    let sent = HeardCall.sent(try Self.voice(2))
    var receiver = try AudioReceiver(channels: 1)
    var samples: [Float] = []
    for tick in 0..<40 {
      let packet = sent[tick]
      let now = MediaTime(milliseconds: Int64(tick) * 20)
      receiver.receive(packet.header, payload: packet.bytes.span, at: now)
      receiver.pull(960, at: now, into: &samples)
    }
    // As after passing over: what was handed out last does not lead to what comes.
    receiver.queue.removeAll()
    receiver.lastSamples = [0.9]
    receiver.isCut = true
    receiver.produce(at: 40 * 960)
    let (queue, isCut) = (receiver.queue, receiver.isCut)
    #expect(abs(queue[0] - 0.9) < 1e-5)
    #expect(largestStep(queue[...]) < 0.1)
    #expect(!isCut)
  }

  @Test func `losses in runs fade to silence and no further`() throws {
    let packets = try Self.voice(30)
    var sent = HeardCall.sent(packets)
    PacketWay.burstLoss(&sent, part: 0.1, length: 8, seed: 6)
    let call = try HeardCall.run(sent, seconds: 29.9)
    // As much as was lost, within what the way back to the target took.
    let lost = sent.filter { $0.arrival == nil }.count * 960
    #expect(abs(Int(call.report.concealed) - lost) < lost / 5, "\(call.report) \(lost)")
    #expect(largestStep(call.samples[...]) <= 1.6 * (try HeardCall.ownStep(packets)))
  }

  @Test(arguments: [true, false])
  func `after an outage sound is back at once, whether packets were kept or lost`(
    areKept: Bool
  ) throws {
    let packets = try Self.voice(20)
    var sent = HeardCall.sent(packets)
    for index in 400..<550 {
      sent[index].arrival = areKept ? 11.06 + Double(index - 400) * 0.0005 : nil
    }
    let call = try HeardCall.run(sent, seconds: 19.9)
    for tick in (11 * 50 + 50)..<990 {
      #expect(call.delays[tick] < 0.2, "\(tick)")
    }
    #expect(power(call.samples[(9 * 48_000)..<(10 * 48_000)]) < 1e-6, "silence in the outage")
    #expect(power(call.samples[(12 * 48_000)..<(13 * 48_000)]) > 0.01)
    #expect(largestStep(call.samples[...]) <= 1.3 * (try HeardCall.ownStep(packets)))
    // Three seconds less the delay and what was played of the kept ones.
    #expect(abs(Double(call.report.concealed) / 48_000 - 3) < 0.15, "\(call.report)")
  }

  @Test func `pauses of the sender are neither loss nor delay`() throws {
    let settings = OpusSettings(complexity: 0, purpose: .call, pausesInSilence: true)
    var voice: [Float] = []
    for index in 0..<6 as Range<UInt64> {
      voice += SyntheticVoice.samples(seconds: 2, seed: index)
      voice += [Float](repeating: 0, count: 144_000)
    }
    let packets = try SyntheticVoice.packets(voice, settings)
    // Only one in 20 packets of a pause is sent; the numbers have no gap.
    var sent: [HeardCall.Sent] = []
    var sequence = 100
    var inPause = 0
    for (index, packet) in HeardCall.sent(packets).enumerated() {
      let bytes = packets[index]
      let payload = OpusPayload(parsing: bytes.span)
      inPause = payload?.isPause == true ? inPause + 1 : 0
      guard inPause % 20 < 2 else { continue }
      var packet = packet
      packet.header.sequenceNumber = SequenceNumber(truncating: Int64(sequence))
      sequence += 1
      sent.append(packet)
    }
    #expect(sent.count < packets.count * 2 / 3)
    let call = try HeardCall.run(sent, seconds: 29)
    #expect(call.report.concealed == 0, "\(call.report)")
    #expect(call.report.paused > 8 * 48_000)
    for tick in 300..<1_450 { #expect(call.delays[tick] < 0.05, "\(tick)") }
    // Everything is heard at its time: the words stand where they did.
    for start in stride(from: 5.2, to: 25, by: 5) {
      let range = Int(start * 48_000)..<Int((start + 1.6) * 48_000)
      #expect(power(call.samples[range]) > 0.5 * power(voice[range]))
    }
  }

  /// RTP-03, AUD-02 and RTP-15: number, timestamp or source begin anew in the middle.
  @Test(arguments: ["sequence", "timestamp", "back", "source", "both"])
  func `what begins anew goes on`(kind: String) throws {
    let packets = try Self.voice(10)
    var sent = HeardCall.sent(packets)
    for index in 250..<500 {
      var header = sent[index].header
      if kind == "sequence" || kind == "both" {
        header.sequenceNumber = header.sequenceNumber.advanced(by: -8_618)
      }
      if kind == "timestamp" || kind == "both" { header.timestamp &+= 294_931_641 }
      if kind == "back" { header.timestamp &-= 480_000 }
      if kind == "source" {
        header.ssrc = SSRC(99)
        header.sequenceNumber = header.sequenceNumber.advanced(by: 20_000)
        header.timestamp &+= 123_456_789
      }
      sent[index].header = header
    }
    let call = try HeardCall.run(sent, seconds: 9.9)
    #expect(call.report.concealed <= 2_400, "\(call.report)")
    #expect(call.report.dropped == 0 && call.report.late <= 1, "\(call.report)")
    for tick in 200..<490 { #expect(call.delays[tick] < 0.09, "\(tick)") }
    #expect(largestStep(call.samples[...]) <= 1.4 * (try HeardCall.ownStep(packets)))
  }

  @Test func `the first packets may come out of order`() throws {
    let packets = try Self.voice(2)
    var sent = HeardCall.sent(packets)
    sent[0].arrival = (sent[2].arrival ?? 0) + 0.001
    sent[1].arrival = (sent[2].arrival ?? 0) + 0.002
    let call = try HeardCall.run(sent, seconds: 1.9)
    #expect(call.report.late == 0 && call.report.concealed == 0, "\(call.report)")
  }

  @Test(arguments: [(500.0, 0.0), (-500, 0), (500, -500)])
  func `clocks that differ are kept together without a splice`(ppm: Double, own: Double) throws {
    let packets = try Self.voice(120)
    var sent = HeardCall.sent(packets, ppm: ppm)
    PacketWay.jitter(&sent, mean: 0.004, seed: 8)
    let call = try HeardCall.run(sent, seconds: 118, ownPPM: own)
    // Where the sender was, against where it is heard: no more than 20 ms from the mean.
    var (least, most) = (1.0, -1.0)
    for tick in 1_000..<5_800 {
      let position = try #require(call.positions[tick])
      let now = Double(tick) * 0.02 / (1 + own / 1e6)
      let first = Double(UInt32(truncatingIfNeeded: 4_294_000_000 as Int))
      let sentAt = (Double(position) - first) / 48_000 / (1 + ppm / 1e6)
      (least, most) = (min(least, now - sentAt), max(most, now - sentAt))
    }
    #expect(most - least < 0.02, "\(most - least) \(call.report)")
    #expect(call.spliced[5_800] - call.spliced[1_500] < 1_500)
    #expect(call.report.concealed < 48_000 / 4)
    #expect(abs(call.report.drift * 1e6 - ppm) < 30, "\(call.report.drift)")
  }

  /// Measured: 5 of 100 blocks of 20 ms are resampled at 50 ppm, all others are what was decoded.
  @Test(arguments: [50.0, -50])
  func `sound by a clock that is a little off passes as it was decoded, for the most part`(
    ppm: Double
  ) throws {
    let packets = try Self.voice(20)
    let call = try HeardCall.run(HeardCall.sent(packets, ppm: ppm), seconds: 19)
    var decoder = try OpusDecoder(channels: 1)
    var decoded: [Float] = []
    for packet in packets { _ = try decoder.decode(packet.span, into: &decoded) }
    var same = 0
    for tick in 250..<900 {
      let place = Int(try #require(call.positions[tick]) - 4_294_000_000)
      let heard = call.samples[(tick * 960)..<(tick * 960 + 960)]
      if heard.elementsEqual(decoded[place..<place + 960]) { same += 1 }
    }
    #expect(same > 650 * 8 / 10, "\(same)")
    #expect(call.report.concealed == 0 && call.spliced.last == call.spliced[250])
    #expect(largestStep(call.samples[...]) <= 1.1 * (try HeardCall.ownStep(packets)))
  }

  @Test func `an unheard voice goes on, and comes back at its time`() throws {
    let packets = try Self.voice(6)
    let sent = HeardCall.sent(packets)
    var receiver = try AudioReceiver(channels: 1)
    var samples: [Float] = []
    var next = 0
    for tick in 0..<280 {
      let now = Double(tick) * 0.02
      while next < sent.count, let arrival = sent[next].arrival, arrival <= now {
        let packet = sent[next]
        receiver.receive(packet.header, payload: packet.bytes.span, at: HeardCall.time(arrival))
        next += 1
      }
      if (100..<200).contains(tick) {
        receiver.skip(960, at: HeardCall.time(now))
      } else {
        receiver.pull(960, at: HeardCall.time(now), into: &samples)
      }
      if tick > 210 { #expect(receiver.report.delay.seconds < 0.06) }
    }
    #expect(receiver.report.concealed == 0)
    #expect(largestStep(samples[...]) <= 1.2 * (try HeardCall.ownStep(packets)))
  }

  @Test func `sound waits for a picture that comes later, and no longer than that`() throws {
    let packets = try Self.voice(20)
    let sent = HeardCall.sent(packets)
    var receiver = try AudioReceiver(channels: 1)
    var samples: [Float] = []
    var next = 0
    for tick in 0..<980 {
      let now = Double(tick) * 0.02
      while next < sent.count, let arrival = sent[next].arrival, arrival <= now {
        let packet = sent[next]
        receiver.receive(packet.header, payload: packet.bytes.span, at: HeardCall.time(arrival))
        next += 1
      }
      if tick == 300 { receiver.minimumDelay = MediaTime(milliseconds: 200) }
      if tick == 600 { receiver.minimumDelay = .zero }
      receiver.pull(960, at: HeardCall.time(now), into: &samples)
      let delay = receiver.report.delay.seconds
      if tick == 299 || tick == 979 { #expect(delay < 0.04) }
      if (500..<600).contains(tick) { #expect(abs(delay - 0.2) < 0.012, "\(delay)") }
    }
    let report = receiver.report
    #expect(report.concealed == 0 && report.late == 0)
    #expect(report.lengthened > 7_000 && report.shortened > 7_000)
    #expect(largestStep(samples[...]) <= 1.2 * (try HeardCall.ownStep(packets)))
  }

  @Test func `any packets at any times are survived`() throws {
    var random = SeededGenerator(seed: 21)
    let packets = try Self.voice(4, redundant: true)
    var receiver = try AudioReceiver(channels: 2)
    var samples: [Float] = []
    var now: Int64 = 0
    for step in 0..<6_000 {
      var bytes = packets[step % packets.count]
      if random.chance(0.1), !bytes.isEmpty {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if random.chance(0.05) { bytes.removeLast(.random(in: 0...bytes.count, using: &random)) }
      let isWild = random.chance(0.05)
      let header = RTPHeader(
        payloadType: 111,
        sequenceNumber: SequenceNumber(
          isWild ? .random(in: 0...65_535, using: &random) : UInt16(truncatingIfNeeded: step)),
        timestamp: random.chance(0.05)
          ? .random(in: 0...UInt32.max, using: &random) : UInt32(truncatingIfNeeded: step * 960),
        ssrc: SSRC(random.chance(0.002) ? .random(in: 0...3, using: &random) : 1))
      if !random.chance(0.1) {
        receiver.receive(
          header, payload: bytes.span, isRetransmission: random.chance(0.1),
          at: MediaTime(nanoseconds: now - (random.chance(0.1) ? 500_000_000 : 0)))
      }
      now += random.chance(0.001) ? 3_600_000_000_000 : random.chance(0.1) ? 0 : 20_000_000
      samples.removeAll(keepingCapacity: true)
      let length = 120 * Int.random(in: 1...16, using: &random)
      if random.chance(0.05) {
        receiver.skip(length, at: MediaTime(nanoseconds: now))
      } else {
        receiver.pull(length, at: MediaTime(nanoseconds: now), into: &samples)
        #expect(samples.count == 2 * length)
        for sample in samples where !sample.isFinite || abs(sample) > 4 {
          Issue.record("\(sample)")
        }
      }
    }
  }
}
