import TestSupport
import Testing

@testable import MediaCore

@Suite struct VP8PredictionTests {
  @Test func subblocksOfAllModesAreTheTexts() {
    var generator = SeededGenerator(seed: 4)
    for round in 0..<2_000 {
      var above = (0..<9).map { _ in Int(generator.next() & 255) }
      var left = (0..<4).map { _ in Int(generator.next() & 255) }
      if round % 5 == 0 {
        above = above.map { $0 < 128 ? 0 : 255 }
        left = left.map { $0 < 128 ? 0 : 255 }
      }
      var row = SIMD8<UInt8>()
      for i in 0..<8 { row[i] = UInt8(above[i + 1]) }
      let edge = VP8SubblockEdge(
        above: row, left: SIMD4(UInt8(left[0]), UInt8(left[1]), UInt8(left[2]), UInt8(left[3])),
        corner: UInt8(above[0]))
      for mode in VP8SubblockMode.allCases {
        let expected = VP8ScalarPrediction.subblock(mode, above: above, left: left)
        let result = edge.prediction(mode)
        for i in 0..<16 { #expect(Int(result[i]) == expected[i / 4][i % 4], "\(mode) \(i)") }
      }
    }
  }

  @Test(arguments: [(1, 1), (17, 33), (48, 48), (33, 1), (1, 65)])
  func macroblocksOfAllModesAreTheTextsAtEveryEdge(width: Int, height: Int) {
    var generator = SeededGenerator(seed: UInt64(width * 1_000 + height))
    let references = Self.randomReferences(width: width, height: height, &generator)
    let luma = VP8BorderedPlane(references.assembled(), .luma)
    let blue = VP8BorderedPlane(references.assembled(), .blue)
    let red = VP8BorderedPlane(references.assembled(), .red)
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        for mode in VP8LumaMode.allCases {
          let chroma = VP8ChromaMode(rawValue: mode.rawValue) ?? .dc
          let result = references.intraPrediction(
            column: column, row: row, luma: mode, chroma: chroma)
          let expected = [
            VP8ScalarPrediction.block(luma, x: column * 16, y: row * 16, size: 16, mode: mode),
            VP8ScalarPrediction.block(blue, x: column * 8, y: row * 8, size: 8, mode: mode),
            VP8ScalarPrediction.block(red, x: column * 8, y: row * 8, size: 8, mode: mode),
          ]
          for y in 0..<24 {
            for x in 0..<16 {
              let value =
                y < 16 ? expected[0][y][x] : expected[x < 8 ? 1 : 2][y - 16][x % 8]
              #expect(Int(result[y][x]) == value)
            }
          }
        }
      }
    }
  }

  @Test func theBestModeIsTheOneWithTheSmallestDistance() {
    var generator = SeededGenerator(seed: 12)
    let references = Self.randomReferences(width: 48, height: 48, &generator)
    for round in 0..<400 {
      let edges = references.edges(column: round % 3, row: round / 3 % 3)
      let source = VP8RandomSamples.any(&generator)
      var prediction = VP8Samples()
      let price = Int32(truncatingIfNeeded: generator.next() % 2_000)
      let costs = SIMD4<Int32>(0, price, price / 2, price / 3)
      let luma = edges.bestLuma(for: source, costs: costs, into: &prediction)
      let chroma = edges.bestChroma(for: source, costs: costs, into: &prediction)
      #expect(luma.mode == .dc || source.lumaDistance(from: prediction) == luma.distance)
      #expect(luma.mode != .dc || source.lumaSpread * 3 / 4 == luma.distance)
      #expect(source.chromaDistance(from: prediction) == chroma.distance)
      for mode in VP8LumaMode.allCases {
        let colours = VP8ChromaMode(rawValue: mode.rawValue) ?? .dc
        var other = VP8Samples()
        edges.predictLuma(mode, into: &other)
        edges.predictChroma(colours, into: &other)
        let cost = costs[Int(mode.rawValue)]
        let distance =
          mode == .dc ? source.lumaSpread * 3 / 4 : source.lumaDistance(from: other)
        #expect(distance + cost >= luma.distance + costs[Int(luma.mode.rawValue)])
        #expect(
          source.chromaDistance(from: other) + cost
            >= chroma.distance + costs[Int(chroma.mode.rawValue)])
        if mode == luma.mode { #expect(prediction.lumaDistance(from: other) == 0) }
        if colours == chroma.mode { #expect(prediction.chromaDistance(from: other) == 0) }
      }
    }
  }

  /// Rebuilds macroblocks of subblocks from their levels by the text, in every place.
  @Test(arguments: [(1, 1), (48, 48), (17, 70)])
  func macroblocksOfSubblocksAreRebuiltAsTheTextSays(width: Int, height: Int) {
    var generator = SeededGenerator(seed: UInt64(width + height))
    for quantiser in stride(from: 0, through: 127, by: 5) {
      let residual = VP8Residual(quantiser: VP8Quantiser(UInt8(quantiser)))
      var references = Self.randomReferences(width: width, height: height, &generator)
      for row in 0..<references.rows {
        for column in 0..<references.columns {
          let source = VP8RandomSamples.any(&generator)
          let before = VP8BorderedPlane(references.assembled(), .luma)
          let chroma = references.intraPrediction(
            column: column, row: row, luma: .dc, chroma: .trueMotion)
          var levels = VP8Levels()
          var modes = InlineSubblockModes()
          for index in 0..<16 {
            modes[index] = VP8SubblockMode.allCases[Int(generator.next() % 10)]
          }
          let coded = references.code(
            source, column: column, row: row, .subblocks(modes, chroma: .trueMotion), residual,
            levels: &levels)
          if coded.macroblock.levels == nil { _ = levels.appendRow() }
          let expected = Self.rebuild(
            before, column: column, row: row, columns: references.columns, modes, chroma, levels,
            VP8ScalarDecoder(quantiser: quantiser))
          let equal = references.lastEquals(expected, column: column, row: row)
          #expect(equal)
        }
      }
    }
  }

  static func rebuild(
    _ plane: VP8BorderedPlane, column: Int, row: Int, columns: Int, _ modes: InlineSubblockModes,
    _ chroma: VP8Samples, _ levels: VP8Levels, _ decoder: VP8ScalarDecoder
  ) -> VP8Samples {
    var plane = plane
    var result = chroma
    let (x, y) = (column * 16, row * 16)
    for index in 0..<16 {
      let (left, top) = (x + index % 4 * 4, y + index / 4 * 4)
      var above = (-1..<4).map { plane[left + $0, top - 1] }
      for i in 4..<8 {
        if index % 4 < 3 {
          above.append(plane[left + i, top - 1])
        } else if column == columns - 1 && row > 0 {
          above.append(plane[x + 15, y - 1])
        } else {
          above.append(plane[left + i, y - 1])
        }
      }
      let prediction = VP8ScalarPrediction.subblock(
        modes[index], above: above, left: (0..<4).map { plane[left - 1, top + $0] })
      let residual = VP8ScalarTransform.inverse(
        decoder.coefficients(levels, row: 0, block: index, decoder.luma))
      for i in 0..<16 {
        let value = UInt8(min(max(prediction[i / 4][i % 4] + residual[i], 0), 255))
        plane.samples[(top + i / 4) * plane.width + left + i % 4] = value
        result[top - y + i / 4][left - x + i % 4] = value
      }
    }
    decoder.addChroma(levels, row: 0, to: &result)
    return result
  }

  static func randomReferences(
    width: Int, height: Int, _ generator: inout SeededGenerator
  ) -> VP8References {
    var references = VP8References(width: Int32(width), height: Int32(height))
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        references.store(VP8RandomSamples.any(&generator), column: column, row: row)
      }
    }
    return references
  }
}
