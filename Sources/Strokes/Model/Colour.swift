/// An sRGB colour with straight (not premultiplied) alpha, eight bits a channel.
package struct Colour: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var alpha: UInt8

  package static let black = Colour(red: 0, green: 0, blue: 0)
  package static let white = Colour(red: 255, green: 255, blue: 255)
  package static let transparent = Colour(red: 0, green: 0, blue: 0, alpha: 0)

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// From 0xRRGGBBAA.
  package init(rgba: UInt32) {
    red = UInt8(truncatingIfNeeded: rgba >> 24)
    green = UInt8(truncatingIfNeeded: rgba >> 16)
    blue = UInt8(truncatingIfNeeded: rgba >> 8)
    alpha = UInt8(truncatingIfNeeded: rgba)
  }

  /// As 0xRRGGBBAA.
  package var rgba: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }
}
