extension Picture {
  /// From straight 0xAABBGGRR, in memory R, G, B, A: what a page's `ImageData` holds. Nil when the
  /// number of pixels does not fit the size.
  package init?(width: Int32, height: Int32, straight: [UInt32]) {
    var pixels = straight
    for index in pixels.indices {
      let pixel = straight[index]
      pixels[index] = Compositor.premultiplied(
        Colour(
          red: UInt8(truncatingIfNeeded: pixel), green: UInt8(truncatingIfNeeded: pixel >> 8),
          blue: UInt8(truncatingIfNeeded: pixel >> 16),
          alpha: UInt8(truncatingIfNeeded: pixel >> 24)))
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
