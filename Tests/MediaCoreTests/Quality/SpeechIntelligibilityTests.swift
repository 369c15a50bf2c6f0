import Glibc
import TestSupport
import Testing

@testable import MediaCore

@Suite struct SpeechIntelligibilityTests {
  static func score(_ heard: [Float]) -> Double? {
    SpeechIntelligibility.score(
      sent: SpeechSignals.speech, heard: heard, rate: SpeechSignals.rate)
  }

  /// pystoi 0.4.1 (numpy 2.4.6, scipy 1.17.1) on the same samples.
  static let published: [(name: String, heard: [Float], score: Double)] = [
    ("as it was", SpeechSignals.speech, 1.0),
    ("half as loud", SpeechSignals.speech.map { $0 / 2 }, 1.0),
    ("noise of 0.01", SpeechSignals.noisy(0.01), 0.9998475694572202),
    ("noise of 0.03", SpeechSignals.noisy(0.03), 0.9985000306333636),
    ("noise of 0.1", SpeechSignals.noisy(0.1), 0.9822864877069984),
    ("noise of 0.5", SpeechSignals.noisy(0.5), 0.7266380830983138),
    ("5 % of packets cut out", SpeechSignals.cut(0.05), 0.9896053947536071),
    ("30 % of packets cut out", SpeechSignals.cut(0.3), 0.8445677589197764),
    ("only noise", SpeechSignals.noise(seed: 4).map(Float.init), 0.3174471365164401),
  ]

  @Test(arguments: published.indices) func `the score is that of pystoi`(index: Int) throws {
    let row = Self.published[index]
    let score = try #require(Self.score(row.heard))
    #expect(abs(score - row.score) < 1e-6, "\(row.name): \(score)")
  }

  @Test func `16 kHz are resampled as well`() throws {
    let sent = stride(from: 0, to: SpeechSignals.count, by: 3).map { SpeechSignals.speech[$0] }
    let noisy = SpeechSignals.noisy(0.03)
    let heard = stride(from: 0, to: SpeechSignals.count, by: 3).map { noisy[$0] }
    let score = try #require(
      SpeechIntelligibility.score(sent: sent, heard: heard, rate: 16_000))
    #expect(abs(score - 0.9951849703699389) < 1e-6)
  }

  @Test func `too little speech has no score`() {
    let silence = [Float](repeating: 0, count: 48_000)
    let short = Array(SpeechSignals.speech[..<14_400])
    #expect(SpeechIntelligibility.score(sent: short, heard: short, rate: 48_000) == nil)
    #expect(SpeechIntelligibility.score(sent: [], heard: [], rate: 48_000) == nil)
    // Silence all along is as loud as its loudest frame; nothing correlates with it.
    #expect(SpeechIntelligibility.score(sent: silence, heard: silence, rate: 48_000) == 0)
    let deaf = Self.score([Float](repeating: 0, count: SpeechSignals.count))
    #expect(deaf == 0)
  }

  @Test(arguments: [2, 8, 64, 512]) func `the fast transform is the transform`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let input = (0..<2 * count).map { _ in Double(Int64(bitPattern: generator.next())) * 0x1p-63 }
    var (real, imaginary) = (Array(input[..<count]), Array(input[count...]))
    FourierTransform(count: count).transform(&real, &imaginary)
    for bin in 0..<count {
      var (re, im) = (0.0, 0.0)
      for index in 0..<count {
        let angle = -2 * Double.pi * Double(bin * index % count) / Double(count)
        re += input[index] * cos(angle) - input[count + index] * sin(angle)
        im += input[index] * sin(angle) + input[count + index] * cos(angle)
      }
      #expect(abs(real[bin] - re) < 1e-11 * Double(count))
      #expect(abs(imaginary[bin] - im) < 1e-11 * Double(count))
    }
  }

  @Test(arguments: [8000, 16_000, 44_100, 48_000])
  func `resampling keeps what fits, in its place, and takes the rest out`(rate: Int) {
    let resampler = RationalResampler(from: rate, to: 10_000)
    func sine(_ frequency: Double, _ rate: Int) -> [Double] {
      (0..<rate / 2).map { sin(2 * .pi * frequency * Double($0) / Double(rate)) }
    }
    let tone = resampler.resample(sine(1000, rate))
    #expect(tone.count == 5000)
    let expected = sine(1000, 10_000)
    for index in 500..<4500 { #expect(abs(tone[index] - expected[index]) < 2e-3) }
    guard rate > 16_000 else { return }
    let high = resampler.resample(sine(5600, rate))
    // 60 dB below.
    #expect(high[500..<4500].allSatisfy { abs($0) < 1e-3 })
  }
}
