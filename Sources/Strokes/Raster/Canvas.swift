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
}
