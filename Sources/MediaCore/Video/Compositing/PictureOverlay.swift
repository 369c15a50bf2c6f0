import Strokes

/// Lays premultiplied pixels over a 4:2:0 picture.
enum PictureOverlay {
  /// - Parameters:
  ///   - pixels: premultiplied 0xAARRGGBB.
  ///   - stride: pixels from one row to the next.
  ///   - size: of what lies over.
  ///   - part: of it, with even corners; clipped to it and to the picture.
  ///   - place: where its upper left corner lies in the picture; even.
  static func blend(
    _ pixels: Span<UInt32>, stride: Int, size: (width: Int, height: Int), part: PixelRectangle,
    at place: (x: Int, y: Int), over picture: inout I420Picture
  ) {
    let left = max(part.x, -place.x)
    let top = max(part.y, -place.y)
    let right = min(part.x + part.width, size.width, Int(picture.width) - place.x)
    let bottom = min(part.y + part.height, size.height, Int(picture.height) - place.y)
    guard left < right, top < bottom else { return }
    let area = Area(columns: left..<right, rows: top..<bottom, stride: stride, place: place)
    picture.withMutablePlane(.luma) { luma, stride in
      blendLuma(pixels, area, over: &luma, stride)
    }
    picture.withMutablePlane(.blue) { plane, stride in
      blendChroma(pixels, area, .init(red: -38, green: -74, blue: 112), over: &plane, stride)
    }
    picture.withMutablePlane(.red) { plane, stride in
      blendChroma(pixels, area, .init(red: 112, green: -94, blue: -18), over: &plane, stride)
    }
  }

  private struct Area {
    var columns: Range<Int>
    var rows: Range<Int>
    var stride: Int
    var place: (x: Int, y: Int)
  }

  /// Of limited-range BT.601, in 256ths.
  private struct Weights {
    var red: Int32
    var green: Int32
    var blue: Int32

    @inline(__always)
    func sum(_ pixel: UInt32) -> Int32 {
      let channel = { (shift: UInt32) in Int32(truncatingIfNeeded: pixel >> shift & 255) }
      return channel(16) * red + channel(8) * green + channel(0) * blue
    }
  }

  private static func blendLuma(
    _ pixels: Span<UInt32>, _ area: Area, over plane: inout MutableSpan<UInt8>, _ stride: Int
  ) {
    let weights = Weights(red: 66, green: 129, blue: 25)
    for y in area.rows {
      for x in area.columns {
        let pixel = pixels[y * area.stride + x]
        let alpha = Int32(pixel >> 24)
        if alpha == 0 { continue }
        let index = (area.place.y + y) * stride + area.place.x + x
        // The black level of 16 is part of the colour, so it counts by its share too.
        let ink = weights.sum(pixel) + (16 * 256 * alpha + 127) / 255
        let rest = (Int32(plane[index]) * 256 * (255 - alpha) + 127) / 255
        plane[index] = UInt8(truncatingIfNeeded: min((ink + rest + 128) >> 8, 255))
      }
    }
  }

  private static func blendChroma(
    _ pixels: Span<UInt32>, _ area: Area, _ weights: Weights,
    over plane: inout MutableSpan<UInt8>, _ stride: Int
  ) {
    for y in Swift.stride(from: area.rows.lowerBound & ~1, to: area.rows.upperBound, by: 2) {
      for x in Swift.stride(from: area.columns.lowerBound & ~1, to: area.columns.upperBound, by: 2)
      {
        var (alpha, ink): (Int32, Int32) = (0, 0)
        for row in y..<y + 2 {
          for column in x..<x + 2 {
            // At an odd edge the last column and row count twice, as in the picture.
            let pixel =
              pixels[
                min(row, area.rows.upperBound - 1) * area.stride
                  + min(column, area.columns.upperBound - 1)]
            alpha += Int32(pixel >> 24)
            ink += weights.sum(pixel)
          }
        }
        if alpha == 0 { continue }
        let index = (area.place.y + y) / 2 * stride + (area.place.x + x) / 2
        // Around the middle of 128, of which nothing is lost by covering it.
        let rest = (Int32(plane[index]) - 128) * 256 * (1_020 - alpha) / 1_020
        let value = (ink / 4 + rest + 128 * 256 + 128) >> 8
        plane[index] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
      }
    }
  }
}
