/// Columns of one row of macroblocks, a bit each.
struct VP8ColumnSet: Equatable, Sendable {
  private(set) var words: [UInt64]
  private(set) var isEmpty = true

  init(columns: Int) {
    words = Array(repeating: 0, count: (columns + 63) / 64)
  }

  mutating func insert(_ column: Int) {
    words[column >> 6] |= 1 << UInt64(column & 63)
    isEmpty = false
  }

  mutating func removeAll() {
    if isEmpty { return }
    for index in 0..<words.count { words[index] = 0 }
    isEmpty = true
  }

  /// Adds another's columns.
  mutating func formUnion(_ other: VP8ColumnSet) {
    if other.isEmpty { return }
    for index in 0..<words.count { words[index] |= other.words[index] }
    isEmpty = false
  }

  /// Adds the columns at the right of another's; a bit beyond the last column may be set.
  mutating func formUnion(rightOf other: VP8ColumnSet) {
    if other.isEmpty { return }
    var carry: UInt64 = 0
    for index in 0..<words.count {
      words[index] |= other.words[index] << 1 | carry
      carry = other.words[index] >> 63
    }
    isEmpty = false
  }
}
