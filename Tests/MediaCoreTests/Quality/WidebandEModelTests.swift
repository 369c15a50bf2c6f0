import TestSupport
import Testing

@testable import MediaCore

@Suite struct WidebandEModelTests {
  static let transparent = CodecImpairment(impairment: 0, robustness: 10)

  static func model(
    delay: Double = 0, loss: Double = 0, burstRatio: Double = 1,
    codec: CodecImpairment = transparent
  ) -> WidebandEModel {
    WidebandEModel(.init(delay: delay, loss: loss, burstRatio: burstRatio, codec: codec))
  }

  /// G.107, Annex B, Table B.1.
  @Test(arguments: [(90.0, 4.34), (80, 4.03), (70, 3.60), (60, 3.10), (50, 2.58), (93.2, 4.41)])
  func `scores are those of the Recommendation`(rating: Double, score: Double) {
    #expect(
      abs(WidebandEModel.meanOpinionScore(narrowbandRating: rating) - score) < 0.0065)
  }

  /// By hand from G.107, 7-27: x = log₂(delay / 100 ms).
  @Test(arguments: [(0.1, 0.0), (0.2, 3.0444), (0.4, 24.065), (0.8, 40.832)])
  func `delay impairs as the formula says`(delay: Double, impairment: Double) {
    #expect(abs(Self.model(delay: delay).delayImpairment - impairment) < 0.01)
  }

  @Test func `loss impairs as the formula says`() {
    let codec = CodecImpairment(impairment: 15, robustness: 10)
    // 15 + 80 · 10 / (10 + 10), and with rows twice as long 15 + 80 · 10 / (5 + 10).
    #expect(Self.model(loss: 0.1, codec: codec).equipmentImpairment == 55)
    let bursty = Self.model(loss: 0.1, burstRatio: 2, codec: codec).equipmentImpairment
    #expect(abs(bursty - 68.3333) < 1e-3)
    #expect(Self.model(codec: codec).equipmentImpairment == 15)
  }

  @Test func `a perfect call is as good as people say`() {
    #expect(Self.model().rating == 129)
    #expect(Self.model().meanOpinionScore == 4.5)
  }

  @Test func `more delay, loss or longer rows are never better, and the scale is kept`() {
    let codec = CodecImpairment.opus(bitrate: 32_000)
    var generator = SeededGenerator(seed: 12)
    func uniform() -> Double { Double(generator.next() >> 11) * 0x1p-53 }
    for _ in 0..<5000 {
      let (delay, loss, rows) = (uniform() * 3, uniform() * uniform(), 1 + uniform() * 9)
      let base = Self.model(delay: delay, loss: loss, burstRatio: rows, codec: codec)
      #expect((0...129).contains(base.rating))
      #expect((1...4.5).contains(base.meanOpinionScore))
      for worse in [
        Self.model(delay: delay + uniform(), loss: loss, burstRatio: rows, codec: codec),
        Self.model(delay: delay, loss: loss + uniform() * 0.1, burstRatio: rows, codec: codec),
        Self.model(delay: delay, loss: loss, burstRatio: rows + uniform(), codec: codec),
      ] {
        #expect(worse.rating <= base.rating)
        #expect(worse.meanOpinionScore <= base.meanOpinionScore)
      }
    }
  }

  @Test func `values beyond the scale are taken for its ends`() {
    #expect(Self.model(delay: -1) == Self.model())
    #expect(Self.model(loss: 1.5) == Self.model(loss: 1))
    #expect(Self.model(burstRatio: 0) == Self.model())
    #expect(Self.model(delay: 100, loss: 1).meanOpinionScore == 1)
  }

  @Test func `Opus at a higher rate impairs less`() {
    #expect(CodecImpairment.opus(bitrate: 31_000).impairment == 16.8)
    #expect(abs(CodecImpairment.opus(bitrate: 32_500).impairment - 15.8) < 1e-9)
    #expect(CodecImpairment.opus(bitrate: 6000) == CodecImpairment.opus(bitrate: 16_000))
    #expect(CodecImpairment.opus(bitrate: 64_000) == CodecImpairment.opus(bitrate: 40_000))
    var last = Double.infinity
    for bitrate in stride(from: 6000.0, through: 64_000, by: 500) {
      let impairment = CodecImpairment.opus(bitrate: bitrate).impairment
      #expect(impairment <= last)
      last = impairment
    }
  }

  @Test func `losses by chance have a burst ratio of 1, those in rows that of their length`() {
    var generator = SeededGenerator(seed: 5)
    var (chance, rows) = (LossPattern(), LossPattern())
    var isBad = false
    for _ in 0..<200_000 {
      chance.add(isLost: generator.chance(0.2))
      // Rows of 5 in the mean; as many are lost.
      isBad = generator.chance(isBad ? 0.8 : 0.05)
      rows.add(isLost: isBad)
    }
    #expect(abs(chance.rate - 0.2) < 0.005 && abs(rows.rate - 0.2) < 0.02)
    #expect(abs(chance.burstRatio - 1) < 0.02)
    // 5 · (1 − 0.2)
    #expect(abs(rows.burstRatio - 4) < 0.15)
    #expect(LossPattern().burstRatio == 1 && LossPattern().rate == 0)
    var all = LossPattern()
    for _ in 0..<10 { all.add(isLost: true) }
    #expect(all.rate == 1 && all.burstRatio == 1)
  }
}
