/// The board's paper: heights of a square of 256×256 grains that repeats in every direction.
///
/// The heights are ranks, so each of the 256 occurs equally often: where an ink fills everything
/// below some height, the share of the paper that it covers is known. Whole numbers only, so every
/// machine has the same paper.
enum Paper {
  static let size = 256
  /// Row by row.
  static let heights: [UInt8] = ranked(mixed())

  /// Fine tooth on a slower swell, of about 3 and 10 grains.
  private static func mixed() -> [Int32] {
    var fine = noise(seed: 0x9E37_79B1)
    var coarse = noise(seed: 0x85EB_CA77)
    smooth(&fine, times: 1)
    smooth(&coarse, times: 9)
    for index in fine.indices { fine[index] += coarse[index] }
    return fine
  }

  private static func noise(seed: UInt32) -> [Int32] {
    var values: [Int32] = []
    values.reserveCapacity(size * size)
    for index in 0..<UInt32(size * size) {
      // A finaliser of MurmurHash3's kind.
      var hash = index &* 0x9E37_79B1 ^ seed
      hash ^= hash >> 15
      hash = hash &* 0x2C1B_3C6D
      hash ^= hash >> 12
      hash = hash &* 0x297A_2D39
      hash ^= hash >> 15
      values.append(Int32(hash & 0xFFFF))
    }
    return values
  }

  /// Weighs every grain 1, 2, 1 with its neighbours, across and down.
  private static func smooth(_ values: inout [Int32], times: Int) {
    var other = values
    for _ in 0..<times {
      for index in values.indices {
        let (row, column) = (index & ~255, index & 255)
        let (left, right) = (values[row | (column &- 1) & 255], values[row | (column + 1) & 255])
        other[index] = (left + 2 * values[index] + right) / 4
      }
      for index in values.indices {
        let above = other[(index &- size) & 0xFFFF]
        let below = other[(index + size) & 0xFFFF]
        values[index] = (above + 2 * other[index] + below) / 4
      }
    }
  }

  /// Replaces each value by its rank in 256 equal classes.
  private static func ranked(_ values: [Int32]) -> [UInt8] {
    let most = Int(values.max() ?? 0)
    var counts = [Int32](repeating: 0, count: most + 2)
    for value in values { counts[Int(value) + 1] += 1 }
    for value in 1..<counts.count { counts[value] += counts[value - 1] }
    var ranks: [UInt8] = []
    ranks.reserveCapacity(values.count)
    for value in values {
      ranks.append(UInt8(truncatingIfNeeded: counts[Int(value)] >> 8))
      counts[Int(value)] += 1
    }
    return ranks
  }
}
