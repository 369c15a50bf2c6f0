import TestSupport
import Testing

@testable import MediaCore

@Suite struct SpeechAlignmentTests {
  static let rate = SpeechSignals.rate

  /// What is heard when from each of these times on (in seconds of what was sent) sound is this late.
  static func late(_ steps: [(time: Double, delay: Double)], noise: Float = 0) -> [Float] {
    var heard = [Float](repeating: 0, count: SpeechSignals.count + rate)
    for index in 0..<SpeechSignals.count {
      let time = Double(index) / Double(rate)
      let delay = steps.last { $0.time <= time }?.delay ?? 0
      heard[index + Int(delay * Double(rate))] = SpeechSignals.speech[index]
    }
    guard noise > 0 else { return heard }
    var generator = SeededGenerator(seed: 8)
    return heard.map { $0 + noise * (2 * Float(generator.next() >> 40) * 0x1p-24 - 1) }
  }

  static func alignment(_ heard: [Float]) -> SpeechAlignment {
    SpeechAlignment(sent: SpeechSignals.speech, heard: heard, rate: rate, longest: 0.9)
  }

  @Test(arguments: [0.0, 0.0123, 0.15, 0.4567, 0.88])
  func `one delay is found everywhere, to a tenth of a millisecond`(delay: Double) throws {
    let alignment = Self.alignment(Self.late([(0, delay)], noise: 0.03))
    let found = alignment.blocks.compactMap(\.delay)
    // The pause has none.
    #expect(found.count >= alignment.blocks.count - 2)
    for value in found { #expect(abs(value - delay) <= 0.00011) }
    let median = try #require(alignment.delay)
    #expect(abs(median - delay) <= 0.00011)
  }

  @Test func `delays that change are followed, and speech is as good as it was`() throws {
    let heard = Self.late([(0, 0.1), (1.0, 0.14), (1.6, 0.06), (2.3, 0.2)])
    let alignment = Self.alignment(heard)
    for (time, delay) in [(0.5, 0.1), (1.25, 0.14), (2.0, 0.06), (2.7, 0.2)] {
      let block = try #require(
        alignment.blocks.min { abs($0.time - time) < abs($1.time - time) })
      #expect(abs(try #require(block.delay) - delay) <= 0.00011, "at \(time)")
    }
    let aligned = alignment.aligned(heard, count: SpeechSignals.count)
    let score = try #require(
      SpeechIntelligibility.score(sent: SpeechSignals.speech, heard: aligned, rate: Self.rate))
    // Half a block is misplaced at every change.
    #expect(score > 0.95)
    // Without, it is something else.
    let raw = try #require(
      SpeechIntelligibility.score(
        sent: SpeechSignals.speech, heard: Array(heard[..<SpeechSignals.count]), rate: Self.rate))
    #expect(raw < 0.6)
  }

  @Test func `an alignment mends no loss`() throws {
    var heard = [Float](repeating: 0, count: 9600) + SpeechSignals.cut(0.3)
    let alignment = Self.alignment(heard)
    heard = alignment.aligned(heard, count: SpeechSignals.count)
    let score = try #require(
      SpeechIntelligibility.score(sent: SpeechSignals.speech, heard: heard, rate: Self.rate))
    #expect(abs(score - 0.8445677589197764) < 0.01)
  }

  @Test func `silence and other sound are nowhere`() {
    let silence = [Float](repeating: 0, count: SpeechSignals.count)
    #expect(Self.alignment(silence).delay == nil)
    #expect(
      Self.alignment(silence).aligned(silence, count: 100) == [Float](repeating: 0, count: 100))
    #expect(Self.alignment(SpeechSignals.noise(seed: 4).map(Float.init)).delay == nil)
    #expect(SpeechAlignment(sent: [], heard: [], rate: 48_000).blocks.isEmpty)
    #expect(SpeechAlignment(sent: silence, heard: silence, rate: 48_000).delay == nil)
  }
}
