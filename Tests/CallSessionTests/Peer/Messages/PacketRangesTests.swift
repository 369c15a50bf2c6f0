import TestSupport
import Testing

@testable import CallSession

@Suite struct PacketRangesTests {
  @Test(arguments: 0..<20)
  func `numbers that come become the ranges that they are`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ranges = PacketRanges()
    var come: Set<UInt32> = []
    for _ in 0..<40 {
      let number = UInt32.random(in: 0...40, using: &random)
      ranges.insert(number)
      come.insert(number)
    }
    var told: [UInt32] = []
    for range in ranges.newestFirst { told += range.reversed() }
    #expect(told == Array(come.sorted().reversed().prefix(told.count)))
    #expect(ranges.newest == come.max())
    #expect(told.count == come.count || ranges.newestFirst.count == ChannelSegment.mostRanges)
  }

  @Test func `only what can be written is told`() {
    var ranges = PacketRanges()
    ranges.insert(0)
    ranges.insert(.max)
    #expect(ranges.newestFirst == [UInt32.max...UInt32.max])
  }
}
