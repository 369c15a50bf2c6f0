import TestSupport
import Testing

@testable import MediaCore

/// Several who speak, each in their own way.
@Suite struct AudioRoomTests {
  @Test func `two who speak stay together, whatever their clocks and jitter`() throws {
    let packets = try AudioReceiverTests.voice(160)
    var delays: [[Double]] = []
    for (ppm, seed) in [(500.0, 31), (-500, 32)] as [(Double, UInt64)] {
      var sent = HeardCall.sent(packets, ppm: ppm)
      PacketWay.gaussianJitter(&sent, deviation: 0.01, seed: seed)
      let call = try HeardCall.run(sent, seconds: 158)
      #expect(call.report.dropped == 0 && call.report.late == 0 && call.report.flushed == 0)
      #expect(call.spliced[7_899] - call.spliced[3_000] < 1_440, "\(call.report)")
      #expect(call.concealed[7_899] - call.concealed[3_000] < 4_800, "\(call.report)")
      var line: [Double] = []
      for tick in 3_000..<7_900 {
        let position = Double(try #require(call.positions[tick]) - 4_294_000_000) / 48_000
        line.append(Double(tick) * 0.02 - position / (1 + ppm / 1e6))
      }
      delays.append(line)
    }
    var apart = 0.0
    for (one, other) in zip(delays[0], delays[1]) { apart = max(apart, abs(one - other)) }
    #expect(apart < 0.02, "\(apart)")
  }

  /// AUD-11: what was agreed on says two channels always, each packet how many it has.
  @Test(arguments: [1, 2] as [Int32])
  func `a sender may change between mono and stereo at any packet`(channels: Int32) throws {
    let voice = SyntheticVoice.samples(seconds: 4)
    let mono = try SyntheticVoice.packets(voice)
    let stereo = try SyntheticVoice.packets(
      voice.flatMap { [$0, 0] }, OpusSettings(channels: 2, bitrate: 96_000, complexity: 0))
    var packets: [[UInt8]] = []
    for index in mono.indices { packets.append(index / 50 % 2 == 0 ? mono[index] : stereo[index]) }
    for index in packets.indices {
      let packet = packets[index]
      let payload = OpusPayload(parsing: packet.span)
      #expect(payload?.channels == index / 50 % 2 + 1)
    }
    let call = try HeardCall.run(HeardCall.sent(packets), seconds: 4, channels: channels)
    #expect(call.report.malformed == 0 && call.report.concealed == 0)
    let width = Int(channels)
    func side(_ side: Int, _ second: Int) -> Float {
      // What is sent in this second is heard about 0.1 s later.
      let range = (second * 48_000 + 16_800)..<(second * 48_000 + 45_600)
      let samples = range.map { call.samples[$0 * width + side] }
      return power(samples[...])
    }
    let sent = (0..<4).map { power(voice[($0 * 48_000 + 9_600)..<($0 * 48_000 + 40_800)]) }
    for second in 0..<4 {
      let isStereo = second % 2 == 1
      // The left channel alone is half of what is heard in mono.
      let level = isStereo && channels == 1 ? sent[second] / 2 : sent[second]
      #expect((0.6 * level...1.5 * level).contains(side(0, second)), "\(second)")
      guard channels == 2 else { continue }
      if isStereo {
        #expect(side(1, second) < 0.05 * level)
      } else {
        #expect(abs(side(1, second) - side(0, second)) < 0.001)
      }
    }
  }

  /// AUD-12.
  @Test func `a microphone that never sends keeps nobody waiting`() throws {
    let sent = HeardCall.sent(try AudioReceiverTests.voice(3))
    var heard = try AudioReceiver(channels: 1)
    var dead = try AudioReceiver(channels: 1)
    var mixer = AudioMixer(channels: 1)
    for input in 1...2 as ClosedRange<UInt32> { mixer.add(AudioMixer.Input(input)) }
    var next = 0
    let sink = MemorySink()
    let summary = try recordSound(duration: MediaTime(milliseconds: 3_000), to: sink) {
      track, writer in
      for tick in 0..<150 {
        let now = MediaTime(milliseconds: Int64(tick) * 20)
        while next < sent.count, let arrival = sent[next].arrival, arrival <= now.seconds {
          let packet = sent[next]
          heard.receive(
            packet.header, payload: packet.bytes.span, at: HeardCall.time(arrival))
          next += 1
        }
        var voices = [
          AudioMixer.Voice(.init(1), samples: []), AudioMixer.Voice(.init(2), samples: []),
        ]
        dead.pull(960, at: now, into: &voices[0].samples)
        heard.pull(960, at: now, into: &voices[1].samples)
        for voice in voices {
          mixer.observe(AudioLevel(measuring: voice.samples[...], isVoice: true), of: voice.input)
        }
        _ = mixer.choose()
        var (mix, own): ([Float], [AudioMixer.Voice]) = ([], [])
        mixer.mix(voices, count: 960, shared: &mix, own: &own)
        try track.append(mix.span, channels: 1, rate: 48_000, at: now, to: &writer)
      }
    }
    #expect(summary.packetCounts == [151])
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    let samples = try decoder.readAll()
    #expect(samples.count == 144_000)
    #expect(power(samples[..<2_400]) < 0.001)
    for second in 0..<2 {
      #expect(power(samples[(second * 48_000 + 24_000)..<(second * 48_000 + 72_000)]) > 0.02)
    }
    let report = dead.report
    #expect(report.concealed == 0 && report.samples == 144_000)
  }
}
