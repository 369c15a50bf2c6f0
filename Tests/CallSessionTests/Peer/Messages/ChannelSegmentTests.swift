import TestSupport
import Testing

@testable import CallSession

@Suite struct ChannelSegmentTests {
  /// One that a peer could send, whose numbers are about `number`.
  static func segment(near number: UInt32, using random: inout SeededGenerator) -> ChannelSegment {
    var packets: [ClosedRange<UInt32>] = []
    var upper = number
    for _ in 0..<Int.random(in: 0...ChannelSegment.mostRanges, using: &random) {
      let lower = upper - min(upper, .random(in: 0...3, using: &random))
      packets.append(lower...upper)
      let gap = UInt32.random(in: 2...4, using: &random)
      guard lower >= gap else { break }
      upper = lower - gap
    }
    let missing = UInt32.random(in: 0...number / 2, using: &random)
    guard random.chance(0.7) else { return ChannelSegment(missing: missing, packets: packets) }
    let isSeveral = random.chance(0.1)
    return ChannelSegment(
      missing: missing, packets: packets,
      content: .init(
        packet: number, part: number - min(number, .random(in: 0...2, using: &random)),
        begins: random.chance(0.5) || isSeveral, ends: random.chance(0.5) || isSeveral,
        isSeveral: isSeveral,
        bytes: (0..<Int.random(in: 0...60, using: &random)).map { _ in
          .random(in: 0...255, using: &random)
        }))
  }

  @Test(arguments: 0..<50)
  func `a segment is read as it was written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let segment = Self.segment(near: .random(in: 0...UInt32.max, using: &random), using: &random)
    #expect(try ChannelSegment(parsing: segment.serialized) == segment)
    #expect(
      segment.serialized.count
        <= ChannelSegment.largestHeader + (segment.content?.bytes.count ?? 0))
  }

  @Test(arguments: 0..<20)
  func `a head that is cut is refused, at every length`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let segment = Self.segment(near: 5_000, using: &random)
    let bytes = segment.serialized
    for count in 0..<bytes.count - (segment.content?.bytes.count ?? 0) {
      #expect(throws: ReliableChannelError.malformed) {
        try ChannelSegment(parsing: Array(bytes[0..<count]))
      }
    }
  }

  @Test(
    "what no channel sends is refused",
    arguments: [
      // A flag of a later version; too many ranges; a message that begins nowhere; bytes behind the end.
      [16, 0, 0, 0, 0, 0], [0, 17, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1],
      // Several messages in a part of one.
      [9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      // Packets below 0: in a row, and behind a gap.
      [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2], [0, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0],
      [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func refusal(bytes: [UInt8]) {
    #expect(throws: ReliableChannelError.malformed) { try ChannelSegment(parsing: bytes) }
  }
}
