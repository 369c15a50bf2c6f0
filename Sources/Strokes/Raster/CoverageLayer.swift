/// How much of each pixel an item covers, kept only for the blocks that it touches.
struct CoverageLayer {
  static let tileSize = 256

  let columns: Int32
  let rows: Int32
  /// Number of a block's tile plus one; 0 for none.
  private var table: [Int32]
  /// 256 bytes a tile, rows of 16.
  private(set) var tiles: [UInt8] = []
  /// The blocks that have a tile, in the order of their tiles.
  private(set) var blocks: [Int32] = []
  /// Where sweeps have raised any coverage since this was last emptied.
  var raised: BlockMap

  init(columns: Int32, rows: Int32) {
    self.columns = columns
    self.rows = rows
    table = Array(repeating: 0, count: Int(columns) * Int(rows))
    raised = BlockMap(width: columns * 16, height: rows * 16)
  }

  /// Where a block's tile starts in `tiles`; nil when it has none.
  func tile(of block: Int) -> Int? {
    let number = table[block]
    return number == 0 ? nil : (Int(number) - 1) * Self.tileSize
  }

  /// Where a block's tile starts in `tiles`, made if need be.
  mutating func makeTile(of block: Int) -> Int {
    let number = table[block]
    if number != 0 { return (Int(number) - 1) * Self.tileSize }
    blocks.append(Int32(block))
    table[block] = Int32(blocks.count)
    let start = (blocks.count - 1) * Self.tileSize
    tiles.append(contentsOf: repeatElement(0, count: Self.tileSize))
    return start
  }

  /// Empties the layer and keeps its memory.
  mutating func removeAll() {
    for block in blocks { table[Int(block)] = 0 }
    blocks.removeAll(keepingCapacity: true)
    tiles.removeAll(keepingCapacity: true)
    raised.removeAll()
  }

  /// Draws into a block's tile, which is made if need be.
  @inline(__always)
  mutating func draw(in block: Int, _ body: (inout CoverageTile) -> Void) {
    let start = makeTile(of: block)
    precondition(start >= 0 && start + Self.tileSize <= tiles.count, "no such tile")
    let isRaised = unsafe tiles.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      var tile = unsafe CoverageTile(base + start)
      body(&tile)
      return tile.isRaised
    }
    if isRaised { raised.insert(block) }
  }

  /// Sets one byte where it was lower.
  mutating func raise(_ index: Int, to value: UInt8) {
    if tiles[index] < value { tiles[index] = value }
  }

  /// Takes from this layer what `mask` covers, in the blocks that both have.
  mutating func subtract(_ mask: CoverageLayer) {
    for (number, block) in blocks.enumerated() {
      guard let masking = mask.tile(of: Int(block)) else { continue }
      let start = number * Self.tileSize
      for index in 0..<Self.tileSize {
        let kept = UInt32(tiles[start + index]) * (255 - UInt32(mask.tiles[masking + index]))
        tiles[start + index] = UInt8(Compositor.dividedBy255(kept))
      }
    }
  }

  /// Raises the blocks that this layer has to `other`.
  mutating func raise(to other: CoverageLayer) {
    for (number, block) in blocks.enumerated() {
      guard let source = other.tile(of: Int(block)) else { continue }
      BlockMemory.raise(&tiles, at: number * Self.tileSize, to: other.tiles, at: source)
    }
  }

  /// Raises this layer to `other` wherever that is higher.
  mutating func formMaximum(_ other: CoverageLayer) {
    for (number, block) in other.blocks.enumerated() {
      let (start, source) = (makeTile(of: Int(block)), number * Self.tileSize)
      BlockMemory.raise(&tiles, at: start, to: other.tiles, at: source)
    }
  }
}
