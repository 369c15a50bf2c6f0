/// A rectangle of canvas pixels.
package struct PixelRectangle: Equatable, Sendable {
  package var x: Int32
  package var y: Int32
  package var width: Int32
  package var height: Int32
}

extension BlockMap {
  /// The blocks, each in exactly one rectangle, from top to bottom, clipped to a picture of
  /// `width` × `height` pixels.
  ///
  /// Runs of a row that stand exactly below each other become one: a page pays for each call, and
  /// for each pixel.
  package func rectangles(width: Int32, height: Int32) -> [PixelRectangle] {
    var rectangles: [PixelRectangle] = []
    var row: Int32 = -1
    // Those that the row before ended with, and those of this one, as places in `rectangles`.
    var (above, here): ([Int], [Int]) = ([], [])
    var run: PixelRectangle?
    func finish() {
      guard let found = run else { return }
      run = nil
      for place in above
      where rectangles[place].x == found.x && rectangles[place].width == found.width {
        rectangles[place].height += found.height
        here.append(place)
        return
      }
      here.append(rectangles.count)
      rectangles.append(found)
    }
    forEach { block in
      let (x, y) = (Int32(block % Int(columns)) * 16, Int32(block / Int(columns)))
      let end = min(x + 16, width)
      if y == row, let last = run, last.x + last.width == x {
        run?.width = end - last.x
        return
      }
      finish()
      if y != row {
        above = y == row + 1 ? here : []
        here = []
        row = y
      }
      run = PixelRectangle(
        x: x, y: y * 16, width: end - x, height: min(y * 16 + 16, height) - y * 16)
    }
    finish()
    return rectangles
  }
}
