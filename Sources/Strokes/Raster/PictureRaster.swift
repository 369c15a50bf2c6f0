/// A picture at all the halvings of its size, so that it can be drawn small without sparkle.
struct MipChain {
  private(set) var levels: [Picture]

  init(_ picture: Picture) {
    levels = [picture]
    while let last = levels.last, last.width > 1 || last.height > 1,
      let half = Self.halved(last)
    {
      levels.append(half)
    }
  }

  /// The mean of each 2×2; an odd last column or row stands alone.
  private static func halved(_ picture: Picture) -> Picture? {
    let (width, height) = ((picture.width + 1) / 2, (picture.height + 1) / 2)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(Int(width) * Int(height))
    let stride = Int(picture.width)
    for y in 0..<Int(height) {
      let top = 2 * y * stride
      let bottom = min(2 * y + 1, Int(picture.height) - 1) * stride
      for x in 0..<Int(width) {
        let (left, right) = (2 * x, min(2 * x + 1, stride - 1))
        let (a, b) = (picture.pixels[top + left], picture.pixels[top + right])
        let (c, d) = (picture.pixels[bottom + left], picture.pixels[bottom + right])
        var mean: UInt32 = 0
        for shift: UInt32 in [0, 8, 16, 24] {
          let sum =
            (a >> shift & 255) + (b >> shift & 255) + (c >> shift & 255) + (d >> shift & 255)
          mean |= ((sum + 2) / 4) << shift
        }
        pixels.append(mean)
      }
    }
    return Picture(width: width, height: height, pixels: pixels)
  }
}

/// Draws a picture through a transform: bilinear, from the halving that fits the scale.
struct PictureRaster {
  private let level: Picture
  /// From the canvas to pixels of `level`.
  private let inverse: AffineTransform
  private let opacity: UInt32
  /// Canvas pixels per level pixel along either axis, for soft edges.
  private let scaleX: Double
  private let scaleY: Double
  let bounds: BoardBounds

  /// - Parameter map: from the unit square (0,0)–(`width`, `height`) of the item to the canvas.
  init?(_ chain: MipChain, width: Double, height: Double, map: AffineTransform, opacity: UInt8) {
    guard width > 0, height > 0, width <= BoardUnit.largestCoordinate,
      height <= BoardUnit.largestCoordinate, let full = chain.levels.first
    else { return nil }
    let area = map.determinant.magnitude * width * height
    let shrink = (Double(full.width) * Double(full.height) / max(area, 1e-6)).squareRoot()
    var number = 0
    var factor = 1.5
    while number + 1 < chain.levels.count, shrink > factor {
      number += 1
      factor *= 2
    }
    level = chain.levels[number]
    let toItem = AffineTransform(
      a: width / Double(level.width), b: 0, c: 0, d: height / Double(level.height), tx: 0, ty: 0)
    let toCanvas = toItem.followed(by: map)
    guard let inverse = toCanvas.inverse else { return nil }
    self.inverse = inverse
    self.opacity = UInt32(opacity)
    scaleX = (toCanvas.a * toCanvas.a + toCanvas.b * toCanvas.b).squareRoot()
    scaleY = (toCanvas.c * toCanvas.c + toCanvas.d * toCanvas.d).squareRoot()
    var box: BoardBounds?
    for (x, y) in [(0, 0), (width, 0), (0, height), (width, height)] {
      let place = map.apply(x: x, y: y)
      let point = BoardBounds(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
      box = box?.union(point) ?? point
    }
    bounds = box ?? BoardBounds(minX: 0, minY: 0, maxX: 0, maxY: 0)
  }

  /// Lays the picture over one block of pixels whose corner on the canvas is given.
  func lay(over pixels: inout [UInt32], at start: Int, originX: Int32, originY: Int32) {
    let (width, height) = (Double(level.width), Double(level.height))
    for index in 0..<256 {
      let x = Double(originX) + Double(index & 15) + 0.5
      let y = Double(originY) + Double(index >> 4) + 0.5
      let place = inverse.apply(x: x, y: y)
      // How far inside the nearest edge, in canvas pixels.
      let insideX = min(place.x, width - place.x) * scaleX + 0.5
      let insideY = min(place.y, height - place.y) * scaleY + 0.5
      guard insideX > 0, insideY > 0 else { continue }
      let edge = min(insideX, 1) * min(insideY, 1)
      let share = Compositor.dividedBy255(UInt32(edge * 255 + 0.5) * opacity)
      pixels[start + index] = Compositor.over(
        pixels[start + index], sample(place.x - 0.5, place.y - 0.5), opacity: share)
    }
  }

  private func sample(_ x: Double, _ y: Double) -> UInt32 {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let fx = UInt32((x - left) * 256)
    let fy = UInt32((y - top) * 256)
    func pixel(_ column: Double, _ row: Double) -> UInt32 {
      let c = column < 0 ? 0 : column > Double(level.width - 1) ? level.width - 1 : Int32(column)
      let r = row < 0 ? 0 : row > Double(level.height - 1) ? level.height - 1 : Int32(row)
      return level.pixels[Int(r) * Int(level.width) + Int(c)]
    }
    let (a, b) = (pixel(left, top), pixel(left + 1, top))
    let (c, d) = (pixel(left, top + 1), pixel(left + 1, top + 1))
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let upper = (a >> shift & 255) * (256 - fx) + (b >> shift & 255) * fx
      let lower = (c >> shift & 255) * (256 - fx) + (d >> shift & 255) * fx
      result |= ((upper * (256 - fy) + lower * fy + 32_768) >> 16) << shift
    }
    return result
  }
}
