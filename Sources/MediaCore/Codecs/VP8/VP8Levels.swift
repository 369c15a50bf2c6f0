/// The quantised coefficients of a frame's coded macroblocks.
///
/// A macroblock is one row of 25 blocks: 16 of luma, 4 of blue, 4 of red, and Y2, each 16 levels in
/// the order in which they are coded (zig-zag, RFC 6386, 13). Blocks of luma begin at position 1
/// when the macroblock has a Y2 block.
struct VP8Levels: Equatable, Sendable {
  static let blocks = 25
  static let y2 = 24
  static let rowSize = blocks * 16

  /// `rowSize` levels a macroblock, −2 048…2 047.
  var values: [Int16] = []
  /// For each block one past the position of its last level that is not zero; 0 when there is none.
  var ends: [UInt8] = []

  var rows: Int { ends.count / Self.blocks }

  /// Adds a row of zeros; returns its number.
  mutating func appendRow() -> Int32 {
    values.append(contentsOf: repeatElement(0, count: Self.rowSize))
    ends.append(contentsOf: repeatElement(0, count: Self.blocks))
    return Int32(rows - 1)
  }

  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}
