/// Which way up a camera held its picture, by Exif's numbers (Exif 2.32, tag 0x0112).
struct PictureOrientation {
  /// 1 is upright; 5…8 have rows and columns exchanged.
  let exif: Int

  func apply(
    to pixels: [UInt32], width: Int, height: Int
  ) -> (pixels: [UInt32], width: Int, height: Int) {
    guard 2...8 ~= exif else { return (pixels, width, height) }
    let isExchanged = exif >= 5
    let (columns, rows) = isExchanged ? (height, width) : (width, height)
    var result: [UInt32] = []
    result.reserveCapacity(pixels.count)
    for y in 0..<rows {
      for x in 0..<columns {
        let (sourceX, sourceY) =
          switch exif {
          case 2: (width - 1 - x, y)
          case 3: (width - 1 - x, height - 1 - y)
          case 4: (x, height - 1 - y)
          case 5: (y, x)
          case 6: (y, height - 1 - x)
          case 7: (width - 1 - y, height - 1 - x)
          default: (width - 1 - y, x)
          }
        result.append(pixels[sourceY * width + sourceX])
      }
    }
    return (result, columns, rows)
  }
}
