import Glibc
import TestSupport
import Testing

@testable import MediaCore

@Suite struct SpeechPartsTests {
  private static let block = SpeechActivity.blockSize

  /// Words of so many blocks with pauses between them.
  private func speech(_ lengths: [(word: Int, pause: Int)]) -> SpeechActivity {
    var samples: [Float] = []
    for (word, pause) in lengths {
      samples += (0..<word * Self.block).map { 0.3 * sin(Float($0 % 48) * .pi / 24) }
      samples += [Float](repeating: 0, count: pause * Self.block)
    }
    return SpeechActivity(samples)
  }

  @Test func `each part has its words, and a little of the silence around them`() {
    let activity = speech([(0, 30), (150, 40), (160, 20), (50, 12), (100, 30)])
    #expect(
      SpeechParts.cut(activity, into: 3) == [
        25 * Self.block..<190 * Self.block, 215 * Self.block..<390 * Self.block,
        395 * Self.block..<572 * Self.block,
      ])
  }

  @Test func `a short pause is a part of a sentence`() {
    // The nearest pause to the middle is of five blocks only.
    let activity = speech([(120, 20), (60, 5), (180, 20)])
    let parts = SpeechParts.cut(activity, into: 2)
    #expect(parts?.first == 0..<130 * Self.block)
  }

  @Test func `without pauses it is cut where it is softest`() {
    var samples = (0..<400 * Self.block).map { 0.3 * sin(Float($0 % 48) * .pi / 24) }
    for index in 210 * Self.block..<211 * Self.block { samples[index] *= 0.5 }
    let activity = SpeechActivity(samples)
    #expect(activity.activeBlocks == 400)
    #expect(
      SpeechParts.cut(activity, into: 2) == [
        0..<210 * Self.block, 210 * Self.block..<400 * Self.block,
      ])
  }

  @Test func `two seconds of speech each are needed`() {
    #expect(SpeechParts.cut(speech([(199, 20)]), into: 2) == nil)
    #expect(SpeechParts.cut(speech([(200, 20)]), into: 2)?.count == 2)
    #expect(SpeechParts.cut(SpeechActivity([]), into: 1) == nil)
  }

  /// Whatever is said, parts are in order, apart, and no one gets less than a third of a fair share.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `parts of any speech are fair`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let activity = speech(
      (0..<Int.random(in: 1...60, using: &random)).map { _ in
        (Int.random(in: 0...200, using: &random), Int.random(in: 0...40, using: &random))
      })
    let count = Int.random(in: 1...12, using: &random)
    guard let parts = SpeechParts.cut(activity, into: count) else {
      #expect(activity.activeBlocks / count < 100)
      return
    }
    #expect(parts.count == count)
    let share = activity.activeBlocks / count
    var spoken = 0
    for (index, part) in parts.enumerated() {
      if index > 0 { #expect(parts[index - 1].upperBound <= part.lowerBound) }
      let blocks = part.lowerBound / Self.block..<part.upperBound / Self.block
      let active = activity.isActive[blocks].count { $0 }
      #expect(active >= share / 3 - 1, "seed \(seed)")
      spoken += active
    }
    #expect(spoken == activity.activeBlocks, "seed \(seed)")
  }
}
