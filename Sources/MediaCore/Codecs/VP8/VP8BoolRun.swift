/// A record of bools that is written many times in a row.
///
/// Tables for it once, twice, four times, … 64 times: a row of 120 macroblocks in which nothing
/// changed takes 6 steps instead of 480 bools.
struct VP8BoolRun: Sendable {
  let record: VP8BoolRecord
  /// For 1, 2, 4, … repetitions; none when one repetition costs too many bits for a table.
  let tables: [VP8BoolTable]

  private static let largestPower = 6

  init(_ record: VP8BoolRecord) {
    self.record = record
    var tables: [VP8BoolTable] = []
    var table = VP8BoolTable(record)
    while let next = table {
      tables.append(next)
      table = tables.count > Self.largestPower ? nil : next.followed(by: next)
    }
    self.tables = tables
  }

  /// The run `times` times behind `first`, as one table; nil when that costs too many bits.
  func table(after first: VP8BoolRecord, times: Int) -> VP8BoolTable? {
    guard var result = VP8BoolTable(first) else { return nil }
    var left = times
    var power = tables.count - 1
    while left > 0 {
      guard power >= 0 else { return nil }
      if left >> power == 0 {
        power -= 1
        continue
      }
      guard let next = result.followed(by: tables[power]) else { return nil }
      result = next
      left -= 1 << power
    }
    return result
  }
}
