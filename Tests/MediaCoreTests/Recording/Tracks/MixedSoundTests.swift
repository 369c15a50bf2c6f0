import Testing

@testable import MediaCore

@Suite struct MixedSoundTests {
  private static let silent = [Float](repeating: 0, count: 960)
  private static let loud = [Float](repeating: 0.2, count: 960)

  private func milliseconds(_ count: Int64) -> MediaTime { MediaTime(milliseconds: count) }

  @Test func `who begins to speak stands where they were captured, from the first sample on`() {
    var sound = MixedSound()
    #expect(sound.place(Self.silent, at: milliseconds(1_000), delay: nil) == milliseconds(1_000))
    let first = sound.place(Self.loud, at: milliseconds(1_020), delay: milliseconds(90))
    #expect(first == milliseconds(930))
    // Not known for a moment.
    #expect(sound.place(Self.loud, at: milliseconds(1_040), delay: nil) == milliseconds(950))
  }

  @Test func `in the middle of speech only what is far off is moved`() {
    var sound = MixedSound()
    _ = sound.place(Self.loud, at: milliseconds(1_000), delay: milliseconds(90))
    #expect(
      sound.place(Self.loud, at: milliseconds(1_020), delay: milliseconds(120))
        == milliseconds(930))
    #expect(
      sound.place(Self.loud, at: milliseconds(1_040), delay: milliseconds(131))
        == milliseconds(909))
    _ = sound.place(Self.silent, at: milliseconds(1_060), delay: milliseconds(125))
    #expect(sound.delay == milliseconds(125))
  }

  @Test func `no delay is beyond what a playout waits`() {
    var sound = MixedSound()
    _ = sound.place(Self.loud, at: milliseconds(5_000), delay: milliseconds(-20))
    #expect(sound.delay == .zero)
    _ = sound.place(Self.silent, at: milliseconds(5_000), delay: milliseconds(60_000))
    #expect(sound.delay == milliseconds(1_500))
  }
}
