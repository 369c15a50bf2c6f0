/// A decoded picture: premultiplied 0xAARRGGBB (in memory B, G, R, A), rows without padding.
package struct Picture: Sendable {
  package let width: Int32
  package let height: Int32
  package let pixels: [UInt32]

  /// Nil when the number of pixels does not fit the size.
  package init?(width: Int32, height: Int32, pixels: [UInt32]) {
    guard width > 0, height > 0, Int64(width) * Int64(height) == Int64(pixels.count) else {
      return nil
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
