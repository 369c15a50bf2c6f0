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
