import TestSupport
import Testing

@testable import MediaCore

@Suite("Search for subblock modes")
struct VP8SubblockSearchTests {
  private static func search(isKeyFrame: Bool) -> VP8SubblockSearch {
    VP8SubblockSearch(
      modes: VP8ModeCosts(isKeyFrame: isKeyFrame), tokens: VP8TokenCosts(.standard), lambda: 9,
      difference: 100)
  }

  /// Modes for all sides, as random neighbours leave them.
  private static func surroundings(_ generator: inout SeededGenerator) -> VP8Surroundings {
    var surroundings = VP8Surroundings()
    for index in 0..<16 {
      surroundings.above.modes[index] = VP8SubblockMode.allCases[Int(generator.next() % 10)]
      surroundings.left.modes[index] = VP8SubblockMode.allCases[Int(generator.next() % 10)]
    }
    surroundings.above.blocks.bits = UInt16(generator.next() & 511)
    surroundings.left.blocks.bits = UInt16(generator.next() & 511)
    return surroundings
  }

  @Test("What is found is what coding with its modes gives, and its cost is error and bits")
  func cost() throws {
    var generator = SeededGenerator(seed: 31)
    let residual = VP8Residual(quantiser: VP8Quantiser(12))
    for round in 0..<200 {
      let references = VP8PredictionTests.randomReferences(width: 32, height: 32, &generator)
      let edges = references.edges(column: round & 1, row: round >> 1 & 1)
      let source = VP8RandomSamples.any(&generator)
      let search = Self.search(isKeyFrame: round & 4 == 0)
      var chroma = VP8Samples()
      edges.predictChroma(.vertical, into: &chroma)
      let before = Self.surroundings(&generator)

      var (levels, result, after) = (VP8Levels(), VP8Samples(), before)
      let row = levels.appendRow()
      let found = try #require(
        residual.searchSubblocks(
          source, search, below: .max, edges: edges, &after, reconstruction: &result,
          levels: &levels, row: row))
      var (given, expected) = (VP8Levels(), VP8Samples())
      let givenRow = residual.code(
        source, found.modes, edges: edges, chroma: chroma, reconstruction: &expected,
        levels: &given)
      if givenRow == nil { _ = given.appendRow() }
      #expect(result.lumaDistance(from: expected) == 0)
      #expect(levels.values[..<256] == given.values[..<256])

      var sides = before
      var bits = search.tokens.lumaCost(of: levels, row: row, hasY2: false, &sides)
      #expect(sides == after)
      for index in 0..<16 {
        let above = index < 4 ? before.above.modes[index + 12] : found.modes[index - 4]
        let left = index % 4 == 0 ? before.left.modes[index + 3] : found.modes[index - 1]
        let place = search.modes.place(above: above, left: left)
        bits += Int(search.modes.subblocks[place + Int(found.modes[index].rawValue)])
      }
      let cost = Int64(source.lumaError(from: result)) + (Int64(bits) * search.lambda) >> 8
      #expect(found.cost == cost)

      for (limit, isEnough) in [(cost, false), (cost + 1, true)] {
        var (again, sides) = (VP8Levels(), before)
        let row = again.appendRow()
        let repeated = residual.searchSubblocks(
          source, search, below: limit, edges: edges, &sides, reconstruction: &result,
          levels: &again, row: row)
        #expect((repeated != nil) == isEnough)
      }
    }
  }

  /// Modes alone, so that frames are as long as the modes say.
  @Test("Costs of modes add up to what a frame takes", arguments: [true, false])
  func modes(isKeyFrame: Bool) throws {
    var generator = SeededGenerator(seed: 32)
    let (width, height) = (Int32(1_600), Int32(1_600))
    var header = VP8FrameHeader(
      isKeyFrame: isKeyFrame, width: width, height: height, quantiser: 12)
    let costs = VP8ModeCosts(isKeyFrame: isKeyFrame)
    var macroblocks: [VP8Macroblock] = []
    var bits = 0
    var above = [InlineSubblockModes](repeating: InlineSubblockModes(), count: 100)
    for row in 0..<Int32(100) {
      var left = InlineSubblockModes()
      for column in 0..<Int32(100) {
        let (luma, chroma) = (Int(generator.next() % 5), Int(generator.next() % 4))
        var prediction = VP8Prediction.intra(
          luma: VP8LumaMode.allCases[luma % 4], chroma: VP8ChromaMode.allCases[chroma])
        bits += Int(costs.luma[luma]) + Int(costs.chroma[chroma])
        if luma == 4 {
          var modes = InlineSubblockModes()
          for index in 0..<16 {
            let mode = Int(generator.next() % 10)
            modes[index] = VP8SubblockMode.allCases[mode]
            let place = costs.place(
              above: index < 4 ? above[Int(column)][index + 12] : modes[index - 4],
              left: index % 4 == 0 ? left[index + 3] : modes[index - 1])
            bits += Int(costs.subblocks[place + mode])
          }
          prediction = .subblocks(modes, chroma: VP8ChromaMode.allCases[chroma])
        }
        left = VP8ModeWriter.Neighbour(prediction).modes
        above[Int(column)] = left
        macroblocks.append(VP8Macroblock(column: column, row: row, prediction: prediction))
      }
    }
    header.refreshesEntropy = false
    var writer = VP8FrameWriter(width: width, height: height)
    let bytes = try writer.write(header, macroblocks, VP8Levels()).count
    let expected = Double(bits) / 2_048
    // Flags of macroblocks, all alike, and the header.
    #expect(abs(Double(bytes) - expected) < 0.005 * expected + 200, "\(bytes) \(expected)")
  }
}
