/// One persistent picture: premultiplied 0xAARRGGBB (in memory B, G, R, A), rows without padding.
package struct Canvas: Sendable {
  package let width: Int32
  package let height: Int32
  package internal(set) var pixels: [UInt32]

  package init(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0, "a canvas has at least one pixel")
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: Int(width) * Int(height))
  }

  /// Stores the blocks of a map, whose pixels follow each other in `source`; marks those in which
  /// the canvas showed something else.
  mutating func store(_ source: [UInt32], in blocks: BlockMap, marking differing: inout BlockMap) {
    let columns = Int(blocks.columns)
    var start = 0
    blocks.forEach { block in
      let (row, column) = block.quotientAndRemainder(dividingBy: columns)
      if store(source, at: start, x: column * 16, y: row * 16) { differing.insert(block) }
      start += 256
    }
  }

  /// Copies the visible part of a block (256 pixels from `start`) to its corner at x, y; false when
  /// the canvas already shows it.
  private mutating func store(_ source: [UInt32], at start: Int, x: Int, y: Int) -> Bool {
    BlockMemory.replace(
      &pixels, at: BlockMemory.Place(start: y * Int(width) + x, stride: Int(width)),
      with: source, at: BlockMemory.Place(start: start, stride: 16),
      columns: min(16, Int(width) - x), rows: min(16, Int(height) - y))
  }
}
