/// A picture kept block by block, 256 pixels each, so that a block is one piece of memory.
struct BlockPixels {
  private(set) var pixels: [UInt32]

  init(blocks: Int) {
    pixels = Array(repeating: 0, count: blocks * 256)
  }

  /// Takes the blocks of a map, whose pixels follow each other in `source`.
  mutating func copy(_ source: [UInt32], to blocks: BlockMap) {
    var start = 0
    blocks.forEach { block in
      _ = BlockMemory.replace(
        &pixels, at: Self.place(of: block), with: source,
        at: BlockMemory.Place(start: start, stride: 16), columns: 16, rows: 16)
      start += 256
    }
  }

  /// Takes a block from its corner at x, y of a canvas; what lies beyond the edge stays.
  mutating func copy(_ canvas: Canvas, x: Int, y: Int, to block: Int) {
    let width = Int(canvas.width)
    _ = BlockMemory.replace(
      &pixels, at: Self.place(of: block), with: canvas.pixels,
      at: BlockMemory.Place(start: y * width + x, stride: width),
      columns: min(16, width - x), rows: min(16, Int(canvas.height) - y))
  }

  /// Copies the blocks of a map to the end of `pixels`, in raster order.
  func append(_ blocks: BlockMap, to target: inout [UInt32]) {
    blocks.forEach { block in
      target.append(contentsOf: pixels[block * 256..<block * 256 + 256])
    }
  }

  private static func place(of block: Int) -> BlockMemory.Place {
    BlockMemory.Place(start: block * 256, stride: 16)
  }
}
