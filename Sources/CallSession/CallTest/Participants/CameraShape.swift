/// An ellipse, lighter on the left by `shade` and darker on the right.
struct CameraShape {
  var part: CameraColours.Part
  var x: Int
  var y: Int
  var halfWidth: Int
  var halfHeight: Int
  /// The first row and column that are left alone.
  var bottom: Int
  var right: Int
  var shade: Int

  /// In a plane of half the size.
  var halved: CameraShape {
    var shape = self
    (shape.x, shape.y, shape.bottom) = (x / 2, y / 2, bottom / 2)
    (shape.halfWidth, shape.halfHeight) = ((halfWidth + 1) / 2, (halfHeight + 1) / 2)
    shape.right = (right + 1) / 2
    return shape
  }

  func fill(_ plane: inout MutableSpan<UInt8>, stride: Int, with value: UInt8, shade: Int) {
    let first = max(y - halfHeight, 0)
    let end = min(y + halfHeight + 1, bottom)
    guard first < end, halfWidth > 0, halfHeight > 0 else { return }
    for row in first..<end {
      let reach = reach(of: row)
      let (from, to) = (max(x - reach, 0), min(x + reach + 1, right))
      guard from < to else { continue }
      let start = row * stride
      guard shade != 0 else {
        for column in from..<to { plane[start + column] = value }
        continue
      }
      // In 256ths, so that a row takes no division.
      let slope = (shade << 8) / halfWidth
      var shaded = Int(value) << 8 + slope * (x - from) / 2
      for column in from..<to {
        plane[start + column] = UInt8(clamping: shaded >> 8)
        shaded -= slope / 2
      }
    }
  }

  /// Columns to either side of the middle in a row.
  private func reach(of row: Int) -> Int {
    let distance = Double(row - y) / Double(halfHeight)
    return Int(Double(halfWidth) * max(1 - distance * distance, 0).squareRoot())
  }
}
