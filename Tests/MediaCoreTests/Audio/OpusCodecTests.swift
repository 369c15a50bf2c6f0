import TestSupport
import Testing

@testable import MediaCore

@Suite struct OpusCodecTests {
  @Test func `what is decoded is what was encoded`() throws {
    let voice = SyntheticVoice.samples(seconds: 1)
    var decoder = try OpusDecoder(channels: 1)
    var back: [Float] = []
    for packet in try SyntheticVoice.packets(voice, OpusSettings(bitrate: 64_000)) {
      let count = try decoder.decode(packet.span, into: &back)
      #expect(count == 960)
    }
    #expect(correlation(voice[...], back[312...]) > 0.97)
  }

  @Test(arguments: [1, 2] as [Int32], [1, 2] as [Int32])
  func `channels are the decoder's`(sent: Int32, heard: Int32) throws {
    var decoder = try OpusDecoder(channels: heard)
    var samples: [Float] = []
    let voice = SyntheticVoice.samples(seconds: 0.2)
    for packet in try SyntheticVoice.packets(
      sent == 1 ? voice : voice.flatMap { [$0, $0] }, OpusSettings(channels: sent, complexity: 0))
    {
      _ = try decoder.decode(packet.span, into: &samples)
    }
    #expect(samples.count == 10 * 960 * Int(heard))
    #expect(power(samples[4_800...]) > 0.02)
  }

  @Test(arguments: [120, 360, 960, 1_920, 5_760])
  func `concealment has any length and no steps`(count: Int) throws {
    let voice = SyntheticVoice.samples(seconds: 0.4)
    var decoder = try OpusDecoder(channels: 1)
    var samples: [Float] = []
    for packet in try SyntheticVoice.packets(voice).prefix(8) {
      _ = try decoder.decode(packet.span, into: &samples)
    }
    let before = samples.count
    let concealed = try decoder.conceal(count, into: &samples)
    #expect(concealed == count)
    #expect(samples.count == before + count)
    #expect(largestStep(samples[(before - 10)...]) < 1.5 * largestStep(samples[..<before]))
  }

  @Test func `redundancy is nearer to what is lost than concealment`() throws {
    let voice = SyntheticVoice.samples(seconds: 3, seed: 2)
    let packets = try SyntheticVoice.packets(voice, SyntheticVoice.redundant)
    func heard(_ recovers: Bool) throws -> (samples: [Float], lost: [Int]) {
      var decoder = try OpusDecoder(channels: 1)
      var (samples, lost): ([Float], [Int]) = ([], [])
      for index in packets.indices {
        if index % 5 == 3, index + 1 < packets.count {
          lost.append(samples.count)
          if recovers {
            let next = packets[index + 1]
            _ = try decoder.recover(960, from: next.span, into: &samples)
          } else {
            _ = try decoder.conceal(960, into: &samples)
          }
        } else {
          let packet = packets[index]
          _ = try decoder.decode(packet.span, into: &samples)
        }
      }
      return (samples, lost)
    }
    let (recovered, places) = try heard(true)
    let concealed = try heard(false).samples
    var (mended, guessed): (Float, Float) = (0, 0)
    for place in places {
      let delay = 312
      for index in place..<place + 960 where index >= delay {
        let truth = voice[index - delay]
        mended += (recovered[index] - truth) * (recovered[index] - truth)
        guessed += (concealed[index] - truth) * (concealed[index] - truth)
      }
    }
    #expect(mended < 0.5 * guessed, "\(mended) \(guessed)")
  }

  @Test func `expected loss can be changed on the way`() throws {
    let voice = SyntheticVoice.samples(seconds: 2)
    var encoder = try OpusEncoder(
      OpusSettings(complexity: 0, purpose: .call, hasRedundancy: true))
    var redundant = [0, 0]
    for index in 0..<100 {
      if index == 50 { encoder.expectLoss(25) }
      let packet = try encoder.encode(Array(voice[index * 960..<(index + 1) * 960]))
      let payload = OpusPayload(parsing: packet.span)
      if payload?.hasRedundancy == true { redundant[index / 50] += 1 }
    }
    #expect(redundant[0] == 0 && redundant[1] > 15, "\(redundant)")
  }

  @Test func `any bytes are refused or decoded`() throws {
    var random = SeededGenerator(seed: 7)
    var decoder = try OpusDecoder(channels: 2)
    var samples: [Float] = []
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        bytes.append(.random(in: 0...255, using: &random))
      }
      samples.removeAll(keepingCapacity: true)
      if let count = try? decoder.decode(bytes.span, into: &samples) {
        #expect(samples.count == count * 2 && count <= 5_760)
        for sample in samples { #expect(sample.isFinite) }
      } else {
        #expect(samples.isEmpty)
      }
      if random.chance(0.1) { decoder.reset() }
    }
  }

  @Test func `settings that cannot be are refused`() {
    for settings in [
      OpusSettings(channels: 3), OpusSettings(bitrate: 100), OpusSettings(frameSize: 961),
    ] {
      #expect(throws: MediaError.self) { _ = try OpusEncoder(settings) }
    }
    #expect(throws: MediaError.self) { _ = try OpusDecoder(channels: 0) }
  }
}
