/// A record of bools that is written many times, as a table.
///
/// Coding is a chain: every bool needs the range that the one before it left. But a fixed sequence
/// maps each of the 128 ranges to one range, one shift and one number to add, so it is one step of a
/// table, and so is the sequence twice, four times, …, 64 times: a row of 120 macroblocks in which
/// nothing changed takes 6 steps instead of 480 bools.
struct VP8BoolRun: Sendable {
  /// low = low << shift + addend, range = range.
  struct Step: Sendable {
    var addend: UInt32
    var range: UInt8
    var shift: UInt8
  }

  let record: VP8BoolRecord
  /// Tables for 1, 2, 4, … repetitions; none when one repetition shifts by too many bits.
  private(set) var powers = 0
  private var steps: [Step] = []

  /// As many bits as may join the 31 that can be pending (`VP8BoolInterval.low`).
  private static let largestShift = 23
  private static let largestPower = 6

  init(_ record: VP8BoolRecord, repeats: Bool = true) {
    self.record = record
    guard appendSingle(), repeats else { return }
    while powers <= Self.largestPower, appendDouble() {}
  }

  @inline(__always)
  func step(_ power: Int, range: UInt32) -> Step {
    steps[power &<< 7 | Int(range & 127)]
  }

  private mutating func appendSingle() -> Bool {
    steps.reserveCapacity(128 * (Self.largestPower + 1))
    for range in 128..<UInt32(256) {
      var interval = VP8BoolInterval(low: 0, range: range, bits: 0)
      for entry in record.entries {
        interval.narrow(UInt32(entry) >> 8, UInt32(entry) & 255)
        if interval.bits > Self.largestShift {
          steps = []
          return false
        }
      }
      steps.append(
        Step(
          addend: UInt32(truncatingIfNeeded: interval.low), range: UInt8(interval.range),
          shift: UInt8(interval.bits)))
    }
    powers = 1
    return true
  }

  private mutating func appendDouble() -> Bool {
    let half = (powers - 1) << 7
    for range in 0..<128 {
      let first = steps[half + range]
      let second = steps[half + Int(first.range & 127)]
      let shift = first.shift + second.shift
      if shift > Self.largestShift {
        steps.removeLast(range)
        return false
      }
      steps.append(
        Step(
          addend: first.addend << UInt32(second.shift) + second.addend, range: second.range,
          shift: shift))
    }
    powers += 1
    return true
  }

  /// A long record as consecutive runs, each short enough for a table.
  static func chain(_ record: VP8BoolRecord) -> [VP8BoolRun] {
    var runs: [VP8BoolRun] = []
    var part = VP8BoolRecord()
    var interval = VP8BoolInterval()
    for entry in record.entries {
      let probability = UInt8(truncatingIfNeeded: entry)
      // What a bool costs from any range differs by less than two bits from what it costs here.
      interval.narrow(UInt32(entry) >> 8, UInt32(probability))
      if interval.bits > Self.largestShift - 4 {
        runs.append(VP8BoolRun(part, repeats: false))
        part = VP8BoolRecord()
        interval = VP8BoolInterval()
        interval.narrow(UInt32(entry) >> 8, UInt32(probability))
      }
      part.write(entry >= 256, probability)
    }
    runs.append(VP8BoolRun(part, repeats: false))
    return runs
  }
}
