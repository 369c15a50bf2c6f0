import Glibc
import TestSupport
import Testing

@testable import MediaCore

@Suite struct SpeechActivityTests {
  /// 1 kHz, whole periods a block.
  private func tone(_ amplitude: Float, blocks: Int) -> [Float] {
    (0..<blocks * SpeechActivity.blockSize).map { amplitude * sin(Float($0 % 48) * .pi / 24) }
  }

  private func noise(_ amplitude: Float, blocks: Int) -> [Float] {
    var random = SeededGenerator(seed: 3)
    return (0..<blocks * SpeechActivity.blockSize).map { _ in
      Float.random(in: -amplitude...amplitude, using: &random)
    }
  }

  @Test(arguments: [0.1, 0.01, 0.5] as [Float])
  func `the level is that of what is spoken, pauses aside`(amplitude: Float) throws {
    let samples = tone(amplitude, blocks: 30) + noise(0, blocks: 70)
    let activity = SpeechActivity(samples)
    #expect(activity.activeBlocks == 30 && activity.duration == 0.6)
    let level = try #require(activity.level)
    #expect(abs(level - 20 * log10(amplitude / Float(2).squareRoot())) < 0.01)
  }

  @Test func `noise between the words is no speech`() {
    let samples = noise(0.02, blocks: 50) + tone(0.3, blocks: 50) + noise(0.02, blocks: 50)
    #expect(SpeechActivity(samples).isActive == (0..<150).map { (50..<100).contains($0) })
  }

  @Test func `what is much softer than the loudest is a pause, a little softer is not`() {
    let activity = SpeechActivity(
      tone(0.5, blocks: 10) + tone(0.05, blocks: 10) + tone(0.005, blocks: 10)
        + noise(0, blocks: 10))
    #expect(activity.isActive == (0..<40).map { $0 < 20 })
  }

  @Test func `sound without a pause is all speech`() {
    #expect(SpeechActivity(tone(0.2, blocks: 20)).activeBlocks == 20)
  }

  @Test(arguments: [0, 1, 5_000])
  func `silence, and nothing at all, have no speech`(count: Int) {
    let samples = [Float](repeating: 0, count: count)
    let activity = SpeechActivity(samples)
    #expect(activity.level == nil && activity.activeBlocks == 0)
    #expect(activity.normalised(samples, to: -23) == samples)
  }

  @Test func `speech is brought to its level, and no peak beyond the full scale`() throws {
    let quiet = tone(0.003, blocks: 20) + noise(0, blocks: 20)
    let level = try #require(
      SpeechActivity(SpeechActivity(quiet).normalised(quiet, to: -23)).level)
    #expect(abs(level + 23) < 0.01)
    var spiky = quiet
    spiky[0] = 0.1
    let limited = SpeechActivity(spiky).normalised(spiky, to: -6)
    #expect(abs((limited.map(\.magnitude).max() ?? 0) - 0.891) < 0.001)
  }
}
