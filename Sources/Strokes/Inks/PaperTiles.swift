/// How deep the paper lies below the blocks of a canvas, for one size of grains. A hand comes by the
/// same blocks again and again, so what has been read is kept for a while.
struct PaperTiles {
  /// See `GrainSampler`; tells the sizes apart.
  let grainsPerUnit: Double
  /// 256 bytes a block.
  private(set) var depths: [UInt8] = []
  /// Number of a block's tile plus one; 0 for none.
  private var table: [Int32]

  /// Half a megabyte; when it is full all of it is read anew.
  private static let mostTiles: Int32 = 2_048

  init(grainsPerUnit: Double, blocks: Int) {
    self.grainsPerUnit = grainsPerUnit
    table = Array(repeating: 0, count: blocks)
  }

  /// Where the depths of a block start, whose corner lies at `x`, `y` of the board (1/64 pixel).
  mutating func tile(of block: Int, _ grain: GrainSampler, x: Double, y: Double) -> Int {
    if table[block] == 0 {
      if depths.count >= Int(Self.mostTiles) * 256 {
        depths.removeAll(keepingCapacity: true)
        for index in table.indices { table[index] = 0 }
      }
      grain.read(into: &depths, x: x, y: y)
      table[block] = Int32(depths.count / 256)
    }
    return (Int(table[block]) - 1) * 256
  }
}
