import TestSupport
import Testing

@testable import MediaCore

@Suite("VP8 tokens")
struct VP8TokenTests {
  private static func frame(_ seed: UInt64) -> RandomVP8Frames.Frame {
    var random = RandomVP8Frames(seed: seed, width: 320, height: 240)
    var frame = random.next { _ in .standard }
    while frame.levels.rows < 40 { frame = random.next { _ in .standard } }
    frame.header.refreshesEntropy = false
    frame.header.partitions = 1
    frame.probabilities = nil
    return frame
  }

  private static func bytes(
    _ frame: RandomVP8Frames.Frame, _ probabilities: VP8CoefficientProbabilities? = nil
  ) throws -> Int {
    var writer = VP8FrameWriter(width: 320, height: 240)
    return try writer.write(
      frame.header, frame.macroblocks, frame.levels, background: frame.background,
      probabilities: probabilities
    ).count
  }

  @Test("Estimated costs add up to what a frame takes", arguments: 0..<20)
  func costs(seed: UInt64) throws {
    let frame = Self.frame(seed)
    let costs = VP8TokenCosts(.standard)
    struct Sum: VP8CodedBlockSink {
      let costs: VP8TokenCosts
      var cost = 0
      mutating func take(_ block: VP8CodedBlock, of values: [Int16]) {
        cost += costs.cost(of: block, of: values)
      }
    }
    var sum = Sum(costs: costs)
    var walk = VP8BlockWalk(columns: 20, rows: 15)
    walk.visit(
      frame.macroblocks, skips: frame.macroblocks.map { $0.levels == nil }, frame.levels,
      into: &sum)
    var empty = frame
    for index in empty.macroblocks.indices { empty.macroblocks[index].levels = nil }
    let taken = Double(try Self.bytes(frame) - Self.bytes(empty))
    let expected = Double(sum.cost) / 2_048
    // The flags of macroblocks with levels are not in the sum.
    #expect(abs(taken - expected) < 0.005 * expected + 60, "\(taken) \(expected)")
  }

  @Test("Chosen probabilities never make a frame larger", arguments: 0..<30)
  func improving(seed: UInt64) throws {
    let frame = Self.frame(seed)
    var writer = VP8FrameWriter(width: 320, height: 240)
    let counts = writer.counts(frame.macroblocks, frame.levels)
    let old = writer.probabilities(before: frame.header)
    let new = counts.improving(old)
    let (before, after) = (try Self.bytes(frame), try Self.bytes(frame, new))
    #expect(after <= before + 1)
    #expect(new == old || after < before)
    #expect(VP8TokenCounts().improving(old) == old)
  }

  @Test("Counts of parts add up")
  func adding() {
    let (first, second) = (Self.frame(1), Self.frame(2))
    var writer = VP8FrameWriter(width: 320, height: 240)
    var sum = writer.counts(first.macroblocks, first.levels)
    let total = sum.total
    let other = writer.counts(second.macroblocks, second.levels)
    sum.add(other)
    #expect(sum.total == total + other.total)
    #expect(total > 1_000)
  }

  @Test("Levels that no token reaches are clamped")
  func clamping() throws {
    var header = VP8FrameHeader(isKeyFrame: true, width: 16, height: 16, quantiser: 0)
    header.refreshesEntropy = false
    func bytes(_ level: Int16) throws -> [UInt8] {
      var levels = VP8Levels()
      let row = levels.appendRow()
      levels.values[16 * 24] = level
      levels.ends[24] = 1
      var writer = VP8FrameWriter(width: 16, height: 16)
      let macroblock = VP8Macroblock(
        column: 0, row: 0, prediction: .intra(luma: .dc, chroma: .dc), levels: row)
      _ = writer.counts([macroblock], levels)
      #expect(VP8TokenCosts(.standard).cost(of: levels, row: row, hasY2: true) > 0)
      return try writer.write(header, [macroblock], levels)
    }
    #expect(try bytes(.max) == bytes(2_114))
    #expect(try bytes(.min) == bytes(-2_114))
    #expect(try bytes(2_113) != bytes(2_114))
  }
}
