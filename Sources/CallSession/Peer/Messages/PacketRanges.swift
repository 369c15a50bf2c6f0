/// Numbers of packets that have come, as ranges: the newest few of them.
struct PacketRanges: Equatable, Sendable {
  /// Rising, apart by at least one.
  private var ranges: [ClosedRange<UInt32>] = []

  /// So that a row's length, and a gap, can be written in 16 bits.
  private static let longest: UInt32 = 0xFFFF

  var newest: UInt32? { ranges.last?.upperBound }

  /// The newest first, as a `ChannelSegment` has them.
  var newestFirst: [ClosedRange<UInt32>] {
    var list: [ClosedRange<UInt32>] = []
    for range in ranges.reversed() {
      if let last = list.last, last.lowerBound - range.upperBound > Self.longest { break }
      let length = range.upperBound - range.lowerBound
      list.append(range.upperBound - min(length, Self.longest)...range.upperBound)
      // What would follow such a row touches it.
      if length > Self.longest { break }
    }
    return list
  }

  mutating func insert(_ number: UInt32) {
    var place = ranges.count
    while place > 0, ranges[place - 1].lowerBound > number { place -= 1 }
    if place > 0, ranges[place - 1].contains(number) { return }
    var (lower, upper) = (number, number)
    if place > 0, ranges[place - 1].upperBound + 1 == number {
      lower = ranges[place - 1].lowerBound
      place -= 1
      ranges.remove(at: place)
    }
    if place < ranges.count, ranges[place].lowerBound - 1 == number {
      upper = ranges[place].upperBound
      ranges.remove(at: place)
    }
    ranges.insert(lower...upper, at: place)
    if ranges.count > ChannelSegment.mostRanges { ranges.removeFirst() }
  }
}
