import TestSupport
import Testing

@testable import MediaCore

@Suite struct VP8ResidualTests {
  @Test(arguments: [VP8Residual.Detail.all, .averages])
  func theReconstructionIsWhatTheTextMakesOfTheLevelsAtEveryQuantiser(
    detail: VP8Residual.Detail
  ) {
    var generator = SeededGenerator(seed: 5)
    for quantiser in 0..<128 {
      let residual = VP8Residual(quantiser: VP8Quantiser(UInt8(quantiser)))
      let decoder = VP8ScalarDecoder(quantiser: quantiser)
      for _ in 0..<24 {
        let source = VP8RandomSamples.any(&generator)
        let prediction = VP8RandomSamples.any(&generator)
        var (levels, result) = (VP8Levels(), VP8Samples())
        let row = residual.code(
          source, from: prediction, detail, reconstruction: &result, levels: &levels)
        if let row {
          Self.expectRightEnds(levels, row: Int(row))
          #expect(levels.values.contains { $0 != 0 })
          #expect(decoder.rebuild(prediction, levels, row: Int(row)).equals(result))
        } else {
          #expect(levels.rows == 0)
          #expect(result.equals(prediction))
        }
      }
    }
  }

  @Test func aSourceEqualToItsPredictionIsASkip() {
    var generator = SeededGenerator(seed: 6)
    let residual = VP8Residual(quantiser: VP8Quantiser(0))
    for _ in 0..<50 {
      let source = VP8RandomSamples.any(&generator)
      var (levels, result) = (VP8Levels(), VP8Samples())
      #expect(
        residual.code(source, from: source, reconstruction: &result, levels: &levels) == nil)
      #expect(levels.values.isEmpty && result.equals(source))
    }
  }

  @Test func theShortcutForOneColourGivesWhatTheGeneralWayGives() {
    var generator = SeededGenerator(seed: 7)
    for quantiser in 0..<128 {
      let residual = VP8Residual(quantiser: VP8Quantiser(UInt8(quantiser)))
      for round in 0..<40 {
        let source =
          round % 4 == 0
          ? VP8RandomSamples.any(&generator) : VP8RandomSamples.samples(.flat, &generator)
        let ground =
          round % 2 == 0
          ? VP8Colour.white
          : VP8RandomSamples.samples(.flat, &generator).flatColour ?? .white
        for detail in [VP8Residual.Detail.all, .averages] {
          var (levels, result) = (VP8Levels(), VP8Samples())
          var (otherLevels, otherResult) = (VP8Levels(), VP8Samples())
          let row = residual.code(
            source, on: ground, detail, reconstruction: &result, levels: &levels)
          let otherRow = residual.code(
            source, from: VP8Samples(ground), detail, reconstruction: &otherResult,
            levels: &otherLevels)
          #expect(row == otherRow && levels == otherLevels && result.equals(otherResult))
        }
      }
    }
  }

  @Test func aFinerQuantiserComesCloser() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<20 {
      let source = VP8RandomSamples.samples(.stroke, &generator)
      var last: Int32 = 1 << 30
      for quantiser in [127, 90, 60, 30, 10, 0] {
        var (levels, result) = (VP8Levels(), VP8Samples())
        _ = VP8Residual(quantiser: VP8Quantiser(UInt8(quantiser))).code(
          source, on: .white, reconstruction: &result, levels: &levels)
        let error = source.squaredError(from: result)
        #expect(error <= last + 384)
        last = error
      }
      #expect(last < 384 * 3)
    }
  }

  @Test func stepsAreTheTextsWithItsLimits() {
    #expect(VP8Quantiser.firstSteps.count == 128 && VP8Quantiser.otherSteps.count == 128)
    let finest = VP8Quantiser(0)
    #expect(finest.luma.first.step == 4 && finest.second.first.step == 8)
    #expect(finest.second.other.step == 8 && finest.chroma.first.step == 4)
    let coarsest = VP8Quantiser(127)
    #expect(coarsest.luma.first.step == 157 && coarsest.luma.other.step == 284)
    #expect(coarsest.second.first.step == 314 && coarsest.second.other.step == 440)
    #expect(coarsest.chroma.first.step == 132 && coarsest.chroma.other.step == 284)
    #expect(VP8Quantiser(200) == coarsest)
  }

  static func expectRightEnds(_ levels: VP8Levels, row: Int) {
    for block in 0..<VP8Levels.blocks {
      let start = row * VP8Levels.rowSize + block * 16
      var end = 0
      for position in 0..<16 where levels.values[start + position] != 0 { end = position + 1 }
      #expect(Int(levels.ends[row * VP8Levels.blocks + block]) == end)
    }
  }
}
