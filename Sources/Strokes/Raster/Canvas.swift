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

  /// Copies the visible part of a block (256 pixels from `start`) to its corner at x, y; false when
  /// the canvas already shows it.
  mutating func store(_ source: [UInt32], at start: Int, x: Int, y: Int) -> Bool {
    let columns = min(16, Int(width) - x)
    var differs = false
    for row in 0..<min(16, Int(height) - y) {
      let target = (y + row) * Int(width) + x
      let isNew = BlockMemory.replace(
        &pixels, at: target, with: source, at: start + row * 16, count: columns)
      if isNew { differs = true }
    }
    return differs
  }
}
