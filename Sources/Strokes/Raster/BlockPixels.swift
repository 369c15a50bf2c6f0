/// A picture kept block by block, 256 pixels each, so that a block is one piece of memory.
struct BlockPixels {
  private(set) var pixels: [UInt32]

  init(blocks: Int) {
    pixels = Array(repeating: 0, count: blocks * 256)
  }

  mutating func copy(_ source: [UInt32], at start: Int, to block: Int) {
    _ = BlockMemory.replace(&pixels, at: block * 256, with: source, at: start, count: 256)
  }

  /// Takes a block from its corner at x, y of a canvas; what lies beyond the edge stays.
  mutating func copy(_ canvas: Canvas, x: Int, y: Int, to block: Int) {
    let columns = min(16, Int(canvas.width) - x)
    for row in 0..<min(16, Int(canvas.height) - y) {
      let source = (y + row) * Int(canvas.width) + x
      let target = block * 256 + row * 16
      _ = BlockMemory.replace(
        &pixels, at: target, with: canvas.pixels, at: source, count: columns)
    }
  }
}
