/// The fixed steps to which everything drawn is rounded at capture, before its author sees it.
///
/// Drawer, viewers and recorder compute from equal whole numbers, so they draw equal pixels.
package enum BoardUnit {
  /// Steps per board pixel.
  package static let perPixel: Int32 = 64
  /// Coordinates beyond this many board pixels are no drawing but a broken number.
  package static let largestCoordinate: Double = 4_194_304
  /// Widths are kept in the same steps and end here, in board pixels.
  package static let largestWidth: Double = 1_023

  /// Rounds a coordinate in board pixels; nil for what is not a number or lies beyond the board.
  package static func quantise(_ pixels: Double) -> Int32? {
    guard pixels.isFinite, pixels.magnitude <= largestCoordinate else { return nil }
    return Int32((pixels * Double(perPixel)).rounded(.toNearestOrAwayFromZero))
  }

  /// Rounds a width in board pixels to at least one step; nil for what is not a positive number.
  package static func quantiseWidth(_ pixels: Double) -> UInt16? {
    guard pixels > 0 else { return nil }
    let clamped = pixels < largestWidth ? pixels : largestWidth
    let steps = (clamped * Double(perPixel)).rounded(.toNearestOrAwayFromZero)
    return steps < 1 ? 1 : UInt16(steps)
  }
}
