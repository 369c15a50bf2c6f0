/// A set of 16×16 blocks of a picture: what changed, what to convert, what to encode.
package struct BlockMap: Equatable, Sendable {
  package static let blockSize: Int32 = 16

  /// Size in blocks; the last column and row may reach beyond the picture.
  package let columns: Int32
  package let rows: Int32
  private var words: [UInt64]
  /// Every word outside `first..<end` is 0, so that a few blocks do not cost a walk over all words.
  private var first: Int
  private var end = 0

  /// An empty set over a picture of `width` × `height` pixels.
  package init(width: Int32, height: Int32) {
    columns = (width + Self.blockSize - 1) / Self.blockSize
    rows = (height + Self.blockSize - 1) / Self.blockSize
    words = Array(repeating: 0, count: (Int(columns) * Int(rows) + 63) / 64)
    first = words.count
  }

  package static func == (one: BlockMap, other: BlockMap) -> Bool {
    one.columns == other.columns && one.rows == other.rows && one.words == other.words
  }

  /// The words that may hold blocks.
  private var occupied: Range<Int> { first < end ? first..<end : 0..<0 }

  package var isEmpty: Bool {
    for index in occupied where words[index] != 0 { return false }
    return true
  }

  package var count: Int {
    var total = 0
    for index in occupied { total += words[index].nonzeroBitCount }
    return total
  }

  /// Number of a block in raster order.
  package func index(column: Int32, row: Int32) -> Int {
    Int(row) * Int(columns) + Int(column)
  }

  package func contains(_ index: Int) -> Bool {
    words[index >> 6] >> UInt64(index & 63) & 1 != 0
  }

  package func contains(column: Int32, row: Int32) -> Bool {
    contains(index(column: column, row: row))
  }

  package mutating func insert(_ index: Int) {
    let word = index >> 6
    words[word] |= 1 << UInt64(index & 63)
    if word < first { first = word }
    if word >= end { end = word + 1 }
  }

  package mutating func insert(column: Int32, row: Int32) {
    insert(index(column: column, row: row))
  }

  package mutating func remove(_ index: Int) {
    words[index >> 6] &= ~(1 << UInt64(index & 63))
  }

  /// Every block that a rectangle of pixels touches, clipped to the picture.
  package mutating func insert(x: Int32, y: Int32, width: Int32, height: Int32) {
    guard width > 0, height > 0 else { return }
    let left = max(Int64(x), 0) / 16
    let top = max(Int64(y), 0) / 16
    let right = min((Int64(x) + Int64(width) - 1) >> 4, Int64(columns) - 1)
    let bottom = min((Int64(y) + Int64(height) - 1) >> 4, Int64(rows) - 1)
    guard left <= right, top <= bottom else { return }
    for row in top...bottom {
      for column in left...right { insert(column: Int32(column), row: Int32(row)) }
    }
  }

  package mutating func insertAll() {
    let total = Int(columns) * Int(rows)
    for index in words.indices {
      let left = total - index * 64
      words[index] = left >= 64 ? .max : (1 << UInt64(left)) - 1
    }
    (first, end) = (0, words.count)
  }

  package mutating func removeAll() {
    for index in occupied { words[index] = 0 }
    (first, end) = (words.count, 0)
  }

  package mutating func formUnion(_ other: BlockMap) {
    precondition(columns == other.columns && rows == other.rows, "maps of different pictures")
    for index in other.occupied { words[index] |= other.words[index] }
    first = min(first, other.first)
    end = max(end, other.end)
  }

  /// Leaves the blocks that are in `other` too.
  mutating func formIntersection(_ other: BlockMap) {
    precondition(columns == other.columns && rows == other.rows, "maps of different pictures")
    for index in occupied { words[index] &= other.words[index] }
  }

  /// Takes away the blocks of `other`.
  package mutating func subtract(_ other: BlockMap) {
    precondition(columns == other.columns && rows == other.rows, "maps of different pictures")
    for index in other.occupied { words[index] &= ~other.words[index] }
  }

  /// Visits the blocks in raster order.
  @inline(__always)
  package func forEach(_ body: (Int) -> Void) {
    for wordIndex in occupied {
      var word = words[wordIndex]
      while word != 0 {
        body(wordIndex << 6 | word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }

  /// The blocks in raster order.
  package var indices: [Int] {
    var result: [Int] = []
    result.reserveCapacity(count)
    forEach { result.append($0) }
    return result
  }

  /// The same as small numbers, for keeping.
  package var blockNumbers: [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(count)
    forEach { result.append(Int32($0)) }
    return result
  }
}
