/// Paper grain: a fixed pattern of the board, not of the screen.
///
/// Value noise on a lattice of board pixels, so it moves with the ink under pan and zoom. Whole
/// numbers only, so every machine sees the same paper.
struct Grain {
  /// Lattice distance in 1/64 board pixel, a power of two.
  var cellShift: Int32
  /// 0…255: how much of the coverage the deepest valley takes away.
  var depth: UInt8

  /// Share of the coverage that is left at a place of the board (1/64 board pixel), 0…255.
  func share(x: Int32, y: Int32) -> UInt32 {
    let (cellX, cellY) = (x >> cellShift, y >> cellShift)
    let mask: Int32 = (1 << cellShift) - 1
    let (fx, fy) = (UInt32(x & mask), UInt32(y & mask))
    let one: UInt32 = 1 << UInt32(cellShift)
    let top = Self.noise(cellX, cellY) * (one - fx) + Self.noise(cellX &+ 1, cellY) * fx
    let bottom =
      Self.noise(cellX, cellY &+ 1) * (one - fx) + Self.noise(cellX &+ 1, cellY &+ 1) * fx
    let value = (top >> UInt32(cellShift)) * (one - fy) + (bottom >> UInt32(cellShift)) * fy
    return 255 - (value >> UInt32(cellShift)) * UInt32(depth) / 255
  }

  /// 0…255 for a lattice point: a finaliser of MurmurHash3's kind over both coordinates.
  private static func noise(_ x: Int32, _ y: Int32) -> UInt32 {
    var hash = UInt32(bitPattern: x) &* 0x9E37_79B1 ^ UInt32(bitPattern: y) &* 0x85EB_CA77
    hash ^= hash >> 15
    hash = hash &* 0x2C1B_3C6D
    hash ^= hash >> 12
    hash = hash &* 0x297A_2D39
    hash ^= hash >> 15
    return hash & 255
  }
}
