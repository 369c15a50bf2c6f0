/// The board's paper: how deep each grain of a square of 256×256 lies. The square repeats in every
/// direction.
///
/// The depths are ranks, so each of the 256 occurs equally often: where an ink reaches down to some
/// depth, the share of the paper that it covers is known. Whole numbers only, so every machine has
/// the same paper.
enum Paper {
  static let size = 256
  /// Row by row.
  static let depths: [UInt8] = ranked(mixed())

  /// Fine tooth on a slower swell, of about 3 and 8 grains' length.
  private static func mixed() -> [Int32] {
    let fine = smoothed(noise(count: size * size, seed: 0x9E37_79B1))
    let swell = noise(count: swellSize * swellSize, seed: 0x85EB_CA77)
    var values: [Int32] = []
    values.reserveCapacity(size * size)
    let step = size / swellSize
    for row in 0..<size {
      let (top, down) = (row / step, Int32(row % step))
      let bottom = (top + 1) % swellSize
      for column in 0..<size {
        let (left, across) = (column / step, Int32(column % step))
        let right = (left + 1) % swellSize
        let rest = Int32(step) - across
        let upper = swell[top * swellSize + left] * rest + swell[top * swellSize + right] * across
        let lower =
          swell[bottom * swellSize + left] * rest + swell[bottom * swellSize + right] * across
        let depth = (upper * (Int32(step) - down) + lower * down) / Int32(step * step)
        values.append(fine[row * size + column] + depth / 5)
      }
    }
    return values
  }

  private static let swellSize = 64

  /// 0…65 535.
  private static func noise(count: Int, seed: UInt32) -> [Int32] {
    var values: [Int32] = []
    values.reserveCapacity(count)
    for index in 0..<UInt32(count) {
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
  private static func smoothed(_ values: [Int32]) -> [Int32] {
    var across = values
    for index in values.indices {
      let (row, column) = (index & ~255, index & 255)
      let (left, right) = (values[row | (column &- 1) & 255], values[row | (column + 1) & 255])
      across[index] = left + 2 * values[index] + right
    }
    var result = across
    for index in across.indices {
      let above = across[(index &- size) & 0xFFFF]
      let below = across[(index + size) & 0xFFFF]
      result[index] = (above + 2 * across[index] + below) / 16
    }
    return result
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
