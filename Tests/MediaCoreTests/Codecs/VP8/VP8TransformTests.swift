import TestSupport
import Testing

@testable import MediaCore

@Suite struct VP8TransformTests {
  @Test func theInverseTransformIsTheOneOfTheText() {
    var generator = SeededGenerator(seed: 1)
    for round in 0..<2_000 {
      // Small, usual and the largest coefficients; every eighth round only the first.
      let range = [4, 200, 2_048][round % 3]
      var blocks = VP8BlockOctet()
      for i in 0..<(round % 8 == 0 ? 1 : 16) {
        for lane in 0..<8 {
          blocks[i][lane] = Int16(Int(generator.next() % UInt64(2 * range + 1)) - range)
        }
      }
      var result = blocks
      VP8Transform.inverse(&result)
      if round % 8 == 0 {
        var short = blocks
        VP8Transform.inverseOfFirst(&short)
        for i in 0..<16 { #expect(short[i] == result[i]) }
      }
      for lane in 0..<8 {
        let expected = VP8ScalarTransform.inverse((0..<16).map { Int(blocks[$0][lane]) })
        var single = VP8Subblock(values: SIMD16())
        for i in 0..<16 { single.values[i] = blocks[i][lane] }
        single.inverseTransform()
        for i in 0..<16 {
          #expect(Int(result[i][lane]) == expected[i])
          #expect(Int(single.values[i]) == expected[i])
        }
      }
    }
  }

  @Test func theForwardTransformIsOffByLessThanOne() {
    var generator = SeededGenerator(seed: 2)
    var largest = 0.0
    for _ in 0..<400 {
      let source = VP8RandomSamples.any(&generator)
      let prediction = VP8RandomSamples.any(&generator)
      for first in [0, 8, 16] {
        var blocks = VP8BlockOctet(source, minus: prediction, from: first)
        let differences = blocks
        VP8Transform.forward(&blocks)
        var averages = differences
        VP8Transform.forwardFirst(&averages)
        #expect(averages[0] == blocks[0])
        for i in 1..<16 { #expect(averages[i] == SIMD8(repeating: 0)) }
        for lane in 0..<8 {
          let input = (0..<16).map { Int(differences[$0][lane]) }
          let (x, y) = (lane % 4 * 4, first + lane / 4 * 4)
          for i in 0..<16 {
            let expected =
              Int(source[y + i / 4][x + i % 4]) - Int(prediction[y + i / 4][x + i % 4])
            #expect(input[i] == expected)
          }
          let exact = VP8ScalarTransform.forward(input)
          var single = VP8Subblock(values: SIMD16())
          for i in 0..<16 { single.values[i] = differences[i][lane] }
          single.transform()
          for i in 0..<16 {
            largest = max(largest, abs(Double(blocks[i][lane]) - exact[i]))
            #expect(single.values[i] == blocks[i][lane])
          }
        }
      }
    }
    #expect(largest < 1)
  }

  @Test func y2IsTheOneOfTheText() {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<2_000 {
      let range = [3, 500, 2_041][round % 3]
      var values = SIMD16<Int16>()
      for i in 0..<16 {
        values[i] = Int16(Int(generator.next() % UInt64(2 * range + 1)) - range)
        if round == 2 { values[i] = 2_041 }
        if round == 5 { values[i] = -2_041 }
      }
      let second = VP8SecondTransform.forward(values)
      let back = VP8SecondTransform.inverse(second)
      let expected = VP8ScalarTransform.inverseSecond((0..<16).map { Int(second[$0]) })
      for i in 0..<16 {
        #expect(Int(back[i]) == expected[i])
        #expect(abs(Int(back[i]) - Int(values[i])) <= 2)
      }
    }
  }

  @Test func levelsOfTheFinestQuantiserNeverPassWhatTokensHold() {
    let residual = VP8Residual(quantiser: VP8Quantiser(0))
    var (levels, result) = (VP8Levels(), VP8Samples())
    let (black, white) = (
      VP8Colour(luma: 0, blue: 0, red: 0), VP8Colour(luma: 255, blue: 255, red: 255)
    )
    _ = residual.code(
      VP8Samples(white), from: VP8Samples(black), reconstruction: &result, levels: &levels)
    _ = residual.code(
      VP8Samples(black), from: VP8Samples(white), reconstruction: &result, levels: &levels)
    #expect(levels.values.max() ?? 0 == 2_040)
    #expect(levels.values.min() ?? 0 == -2_040)
  }
}
