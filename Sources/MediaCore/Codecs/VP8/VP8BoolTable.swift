/// What a fixed sequence of bools does to the coder.
///
/// Coding is a chain: every bool needs the range that the one before it left. But a fixed sequence
/// maps each of the 128 ranges to one range, one shift and one number to add, so it is a table, and
/// one sequence behind the other is a table as well.
struct VP8BoolTable: Sendable {
  /// low = low << shift + addend, range = range.
  struct Step: Sendable {
    var addend: UInt32
    var range: UInt8
    var shift: UInt8
  }

  /// By range − 128.
  private var steps: [Step] = []

  /// As many bits as may join the 31 that can be pending (`VP8BoolInterval.low`).
  static let largestShift = 23

  /// Nil when the sequence costs too many bits for one step.
  init?(_ record: VP8BoolRecord) {
    steps.reserveCapacity(128)
    for range in 128..<UInt32(256) {
      var interval = VP8BoolInterval(low: 0, range: range, bits: 0)
      for entry in record.entries {
        interval.narrow(UInt32(entry) >> 8, UInt32(entry) & 255)
        if interval.bits > Self.largestShift { return nil }
      }
      steps.append(
        Step(
          addend: UInt32(truncatingIfNeeded: interval.low), range: UInt8(interval.range),
          shift: UInt8(interval.bits)))
    }
  }

  /// This sequence and then another; nil when both together cost too many bits.
  func followed(by next: VP8BoolTable) -> VP8BoolTable? {
    var result = self
    for index in 0..<128 {
      let first = steps[index]
      let second = next.step(UInt32(first.range))
      guard Int(first.shift) + Int(second.shift) <= Self.largestShift else { return nil }
      result.steps[index] = Step(
        addend: first.addend << UInt32(second.shift) + second.addend, range: second.range,
        shift: first.shift + second.shift)
    }
    return result
  }

  @inline(__always)
  func step(_ range: UInt32) -> Step {
    steps[Int(range & 127)]
  }

  /// A long record as consecutive tables.
  static func chain(_ record: VP8BoolRecord) -> [VP8BoolTable] {
    var tables: [VP8BoolTable] = []
    var part = VP8BoolRecord()
    var interval = VP8BoolInterval()
    for entry in record.entries {
      let probability = UInt8(truncatingIfNeeded: entry)
      // From another range a part costs hardly other bits; one to spare for the last bool each.
      interval.narrow(UInt32(entry) >> 8, UInt32(probability))
      part.write(entry >= 256, probability)
      if interval.bits >= largestShift - 9 {
        tables += VP8BoolTable(part).map { [$0] } ?? []
        part = VP8BoolRecord()
        interval.bits = 0
      }
    }
    return tables + (VP8BoolTable(part).map { [$0] } ?? [])
  }
}
