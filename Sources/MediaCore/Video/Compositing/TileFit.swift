/// Which part of a picture goes where in its tile.
struct TileFit: Equatable {
  /// Of the picture.
  var part: PixelRectangle
  /// Of the composite; within the tile.
  var frame: PixelRectangle

  /// - Parameters:
  ///   - isWhole: leaves bars rather than cut the picture.
  init(width: Int, height: Int, in tile: PixelRectangle, isWhole: Bool) {
    let isWider = width * tile.height > tile.width * height
    part = PixelRectangle(x: 0, y: 0, width: width, height: height)
    frame = tile
    if isWhole == isWider {
      // The width decides: bars above and below, or strips cut off there.
      if isWhole {
        frame.height = max(tile.width * height / width & ~1, 2)
        frame.y += (tile.height - frame.height) / 2 & ~1
      } else {
        part.height = max(width * tile.height / tile.width, 1)
        part.y = (height - part.height) / 2 & ~1
      }
    } else if isWhole {
      frame.width = max(tile.height * width / height & ~1, 2)
      frame.x += (tile.width - frame.width) / 2 & ~1
    } else {
      part.width = max(height * tile.width / tile.height, 1)
      part.x = (width - part.width) / 2 & ~1
    }
  }
}
