import MediaCore

/// A picture that somebody's own renderer draws on: 0xAARRGGBB, which is B, G, R, A in memory.
struct Canvas {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt32]

  init(width: Int, height: Int, colour: UInt32) {
    self.width = width
    self.height = height
    pixels = Array(repeating: colour, count: width * height)
  }

  /// The whole pixels around a disc.
  static func box(around x: Double, _ y: Double, _ radius: Double) -> PixelRectangle {
    let (left, top) = (Int((x - radius).rounded(.down)), Int((y - radius).rounded(.down)))
    let (right, bottom) = (Int((x + radius).rounded(.up)), Int((y + radius).rounded(.up)))
    return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  mutating func fill(_ place: PixelRectangle, _ colour: UInt32) {
    draw(in: place, colour) { _, _ in true }
  }

  mutating func drawDisc(_ x: Double, _ y: Double, radius: Double, _ colour: UInt32) {
    draw(in: Self.box(around: x, y, radius), colour) { px, py in
      (px - x) * (px - x) + (py - y) * (py - y) <= radius * radius
    }
  }

  /// Draws a line with round ends; answers where.
  mutating func drawLine(
    _ x: Double, _ y: Double, _ toX: Double, _ toY: Double, width: Double, _ colour: UInt32
  ) -> PixelRectangle {
    let (dx, dy) = (toX - x, toY - y)
    let reach = width / 2
    let left = Int((min(x, toX) - reach).rounded(.down))
    let top = Int((min(y, toY) - reach).rounded(.down))
    let place = PixelRectangle(
      x: left, y: top, width: Int((max(x, toX) + reach).rounded(.up)) - left,
      height: Int((max(y, toY) + reach).rounded(.up)) - top)
    draw(in: place, colour) { px, py in
      // The nearest point of the line.
      let share = min(max(((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy), 0), 1)
      let (offX, offY) = (px - x - share * dx, py - y - share * dy)
      return offX * offX + offY * offY <= reach * reach
    }
    return place
  }

  /// Colours the pixels of a place whose centres are inside.
  private mutating func draw(
    in place: PixelRectangle, _ colour: UInt32, where isInside: (Double, Double) -> Bool
  ) {
    for row in max(place.y, 0)..<max(min(place.y + place.height, height), 0) {
      for column in max(place.x, 0)..<max(min(place.x + place.width, width), 0)
      where isInside(Double(column) + 0.5, Double(row) + 0.5) {
        pixels[row * width + column] = colour
      }
    }
  }
}
