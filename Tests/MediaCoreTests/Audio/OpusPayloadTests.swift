import TestSupport
import Testing

@testable import MediaCore

@Suite struct OpusPayloadTests {
  static func sampleCount(_ bytes: [UInt8]) -> Int? { OpusPayload.sampleCount(of: bytes.span) }
  static func payload(_ bytes: [UInt8]) -> OpusPayload? { OpusPayload(parsing: bytes.span) }

  /// RFC 6716, section 3.1: configuration, code and second byte, and the samples at 48 kHz.
  @Test(arguments: [
    // SILK only: 10, 20, 40 and 60 ms.
    (0, 0, 0, 480), (1, 0, 0, 960), (6, 0, 0, 1_920), (11, 0, 0, 2_880),
    // Hybrid: 10 and 20 ms.
    (12, 0, 0, 480), (13, 0, 0, 960), (14, 0, 0, 480), (15, 0, 0, 960),
    // CELT only: 2.5, 5, 10 and 20 ms.
    (16, 0, 0, 120), (17, 0, 0, 240), (22, 0, 0, 480), (31, 0, 0, 960),
    // Two frames, equal or not; any number.
    (31, 1, 0, 1_920), (13, 2, 0, 1_920), (16, 3, 48, 5_760), (31, 3, 6, 5_760),
    // The flags of the second byte are not part of the number.
    (31, 3, 0xC2, 1_920),
  ])
  func `the samples of a packet`(configuration: Int, code: Int, second: Int, samples: Int) {
    let bytes = [UInt8(configuration << 3 | code), UInt8(second)]
    #expect(Self.sampleCount(bytes) == samples)
    // Whether it is stereo does not matter.
    #expect(Self.sampleCount([bytes[0] | 4, bytes[1]]) == samples)
  }

  @Test func `what is no packet`() {
    #expect(Self.sampleCount([]) == nil)
    #expect(Self.sampleCount([0xFF]) == nil)
    #expect(Self.sampleCount([0xFF, 0]) == nil)
    // More than 120 ms.
    #expect(Self.sampleCount([16 << 3 | 3, 49]) == nil)
    #expect(Self.sampleCount([3 << 3 | 3, 3]) == nil)
  }

  /// RFC 6716, 3.2: the bytes behind the first, and where the frames stand.
  @Test(
    arguments: [
      // One frame; two equal ones; two unequal ones, the first of 1 and of 252 + 4 bytes.
      (0, [1, 2, 3], [1..<4]), (1, [1, 2, 3, 4], [1..<3, 3..<5]), (1, [1, 2, 3], nil),
      (2, [1, 9, 8, 8], [2..<3, 3..<5]), (2, [3, 1, 1], nil), (2, [], nil), (2, [252], nil),
      (2, [252, 0], nil),
      // Any number: constant and variable bit rate, padding of 2 and of 254 + 0 bytes.
      (3, [3, 1, 2, 3], [2..<3, 3..<4, 4..<5]), (3, [3, 1, 2], nil),
      (3, [0x82, 1, 7, 6, 6], [3..<4, 4..<6]), (3, [0x82, 4, 7, 6, 6], nil),
      (3, [0x42, 2, 5, 5, 0, 0], [3..<4, 4..<5]), (3, [0x42, 9, 5, 5, 0, 0], nil),
      (3, [0x41, 255], nil), (3, [0x41], nil), (3, [0], nil),
      // Frames that were not sent.
      (0, [], [1..<1]), (1, [], [1..<1, 1..<1]),
    ] as [(UInt8, [UInt8], [Range<Int>]?)])
  func `frames stand where their lengths say`(code: UInt8, rest: [UInt8], frames: [Range<Int>]?) {
    let bytes = [8 << 3 | code] + rest
    #expect(Self.payload(bytes)?.frames == frames)
  }

  @Test func `no frame is longer than 1275 bytes`() {
    for (length, isSound) in [(1_275, true), (1_276, false)] {
      let bytes = [UInt8](repeating: 0, count: 1 + length)
      #expect((Self.payload(bytes) != nil) == isSound)
    }
  }

  @Test(arguments: [1, 2] as [Int32], [120, 240, 480, 960, 1_920, 2_880])
  func `packets of libopus are what they were asked to be`(channels: Int32, size: Int) throws {
    let settings = OpusSettings(
      channels: channels, complexity: 0, purpose: .call, frameSize: size, hasRedundancy: true,
      expectedLoss: 20)
    var voice: [Float] = []
    for sample in SyntheticVoice.samples(seconds: 1) {
      voice += repeatElement(sample, count: Int(channels))
    }
    let packets = try SyntheticVoice.packets(voice, settings)
    var redundant = 0
    for packet in packets {
      let parsed = Self.payload(packet)
      let payload = try #require(parsed)
      #expect(payload.sampleCount == size)
      #expect(size >= 480 || payload.mode == .celt)
      if payload.hasRedundancy { redundant += 1 }
    }
    // Frames under 10 ms have no SILK part that could carry it.
    #expect(size < 480 ? redundant == 0 : redundant > packets.count / 4)
    // Without being asked nothing is redundant.
    var plain = settings
    plain.hasRedundancy = false
    for packet in try SyntheticVoice.packets(voice, plain) {
      #expect(Self.payload(packet)?.hasRedundancy == false)
    }
  }

  @Test func `a pause is seen`() throws {
    let settings = OpusSettings(complexity: 0, purpose: .call, pausesInSilence: true)
    let quiet = [Float](repeating: 0, count: 48_000)
    var pauses: [Bool] = []
    for packet in try SyntheticVoice.packets(
      SyntheticVoice.samples(seconds: 1) + quiet, settings)
    {
      let payload = Self.payload(packet)
      pauses.append(try #require(payload).isPause)
    }
    #expect(!pauses[..<50].contains(true))
    #expect(pauses[65...].filter { $0 }.count > 30)
  }

  @Test func `what is cut or changed is survived`() throws {
    var random = SeededGenerator(seed: 4)
    for packet in try SyntheticVoice.packets(
      SyntheticVoice.samples(seconds: 0.4), SyntheticVoice.redundant)
    {
      for length in packet.indices {
        #expect(OpusPayloadExercise.run(Array(packet[..<length])).isConsistent)
      }
    }
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...24, using: &random) {
        bytes.append(.random(in: 0...255, using: &random) & (random.chance(0.3) ? 3 : 255))
      }
      #expect(OpusPayloadExercise.run(bytes).isConsistent, "\(Hex.text(bytes))")
    }
  }
}
