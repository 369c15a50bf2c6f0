import TestSupport
import Testing

@testable import MediaCore

@Suite struct SoundAlignmentTests {
  private let speech = SpokenSound.samples(seconds: 12)

  private func envelope(_ samples: [Float]) throws -> SoundEnvelope {
    var decoder = try AudioFileDecoder(MemorySource(SpokenSound.wave(samples)))
    return try SoundEnvelope(of: &decoder)
  }

  /// Later by so many milliseconds; earlier when negative.
  private func moved(_ samples: [Float], by milliseconds: Int) -> [Float] {
    let count = milliseconds.magnitude * 48
    return milliseconds < 0
      ? Array(samples.dropFirst(Int(count)))
      : [Float](repeating: 0, count: Int(count)) + samples
  }

  @Test(arguments: [0, 1, -1, 17, 45, -60, 400, 1_900, -1_400])
  func aShiftIsFoundInEveryWindow(milliseconds: Int) throws {
    let alignment = SoundAlignment(
      of: try envelope(moved(speech, by: milliseconds)), to: try envelope(speech))
    #expect(alignment.windows.count >= 3)
    for window in alignment.windows {
      #expect((window.offset * 1_000 - Double(milliseconds)).magnitude < 1)
      // Where the beginning is cut off, less than all of the first window is there.
      #expect(window.correlation > (milliseconds < 0 ? 0.6 : 0.9))
    }
  }

  @Test func loudnessDoesNotMatter() throws {
    let quiet = speech.map { $0 * 0.2 }
    let alignment = SoundAlignment(
      of: try envelope(moved(quiet, by: 30)), to: try envelope(speech))
    #expect(!alignment.windows.isEmpty)
    for window in alignment.windows { #expect((window.offset - 0.03).magnitude < 0.002) }
  }

  @Test func aSteadyToneHasNoPlace() throws {
    let tone = sine(440, seconds: 12)
    #expect(SoundAlignment(of: try envelope(tone), to: try envelope(tone)).windows.isEmpty)
  }

  @Test func aRepeatedSoundHasNoPlace() throws {
    var samples: [Float] = []
    while samples.count < 12 * 48_000 { samples += speech[0..<24_000] }
    #expect(SoundAlignment(of: try envelope(samples), to: try envelope(samples)).windows.isEmpty)
  }

  @Test func silenceHasNoPlace() throws {
    let silence = [Float](repeating: 0, count: 12 * 48_000)
    #expect(SoundAlignment(of: try envelope(silence), to: try envelope(speech)).windows.isEmpty)
    #expect(SoundAlignment(of: try envelope(speech), to: try envelope(silence)).windows.isEmpty)
    #expect(SoundAlignment(of: SoundEnvelope(), to: try envelope(speech)).windows.isEmpty)
  }

  @Test func anotherSoundHasNoPlace() throws {
    let other = SpokenSound.samples(seconds: 12, seed: 99)
    #expect(SoundAlignment(of: try envelope(other), to: try envelope(speech)).windows.isEmpty)
  }

  @Test func lessThanASecondIsTooShort() throws {
    let short = Array(speech.prefix(40_000))
    #expect(SoundAlignment(of: try envelope(short), to: try envelope(short)).windows.isEmpty)
  }
}

@Suite struct OpusPacketTests {
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
  func samplesOfAPacket(configuration: Int, code: Int, second: Int, samples: Int) {
    let bytes = [UInt8(configuration << 3 | code), UInt8(second)]
    #expect(OpusPacket.sampleCount(bytes) == samples)
    // Whether it is stereo does not matter.
    #expect(OpusPacket.sampleCount([bytes[0] | 4, bytes[1]]) == samples)
  }

  @Test func whatIsNoPacket() {
    #expect(OpusPacket.sampleCount([]) == nil)
    #expect(OpusPacket.sampleCount([0xFF]) == nil)
    #expect(OpusPacket.sampleCount([0xFF, 0]) == nil)
    // More than 120 ms.
    #expect(OpusPacket.sampleCount([16 << 3 | 3, 49]) == nil)
    #expect(OpusPacket.sampleCount([3 << 3 | 3, 3]) == nil)
  }
}
