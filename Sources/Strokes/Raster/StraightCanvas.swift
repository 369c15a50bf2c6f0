/// A copy of a canvas as a page shows it: straight alpha, in memory R, G, B, A (`ImageData`).
///
/// It follows the canvas in the damaged blocks only; elsewhere it costs nothing.
package struct StraightCanvas: Sendable {
  package let width: Int32
  package let height: Int32
  /// 0xAABBGGRR, rows without padding.
  package private(set) var pixels: [UInt32]

  /// All transparent, as a canvas begins.
  package init(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0, "a canvas has at least one pixel")
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: Int(width) * Int(height))
  }

  /// Takes over the blocks that a rendering step changed.
  package mutating func follow(_ canvas: Canvas, in damage: BlockMap) {
    precondition(width == canvas.width && height == canvas.height, "another canvas")
    let columns = Int(damage.columns)
    let (width, height) = (Int(width), Int(height))
    damage.forEach { block in
      let (x, y) = (block % columns * 16, block / columns * 16)
      let count = min(16, width - x)
      for row in y..<min(y + 16, height) {
        let start = row * width + x
        for index in start..<start + count {
          pixels[index] = Self.straight(canvas.pixels[index])
        }
      }
    }
  }

  /// One premultiplied 0xAARRGGBB as straight 0xAABBGGRR.
  @inline(__always)
  static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 {
      return pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16
    }
    if alpha == 0 { return 0 }
    let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    return alpha << 24 | divided(blue, alpha) << 16 | divided(green, alpha) << 8
      | divided(red, alpha)
  }

  @inline(__always)
  private static func divided(_ channel: UInt32, _ alpha: UInt32) -> UInt32 {
    let value = (channel &* 255 &+ alpha / 2) / alpha
    return value > 255 ? 255 : value
  }
}
