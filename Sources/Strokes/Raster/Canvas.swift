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
    var difference: UInt32 = 0
    for row in 0..<min(16, Int(height) - y) {
      let target = (y + row) * Int(width) + x
      let from = start + row * 16
      for column in 0..<columns {
        difference |= pixels[target + column] ^ source[from + column]
        pixels[target + column] = source[from + column]
      }
    }
    return difference != 0
  }
}
