internal import CYUV

/// Copies a part of a picture into a part of another, at any size.
enum PictureScaler {
  /// - Parameters:
  ///   - part: of the source, with even corners.
  ///   - frame: of the target, with even corners and sides.
  static func scale(
    _ source: borrowing I420Picture, _ part: PixelRectangle, to frame: PixelRectangle,
    of target: inout I420Picture
  ) {
    check(part, source.codedWidth, source.codedHeight)
    check(frame, target.codedWidth, target.codedHeight)
    unsafe source.withUnsafePlanes { from in
      unsafe target.withUnsafePlanes { to in
        let start = unsafe part.y * from.lumaStride + part.x
        let chroma = unsafe part.y / 2 * from.chromaStride + part.x / 2
        let end = unsafe frame.y * to.lumaStride + frame.x
        let endChroma = unsafe frame.y / 2 * to.chromaStride + frame.x / 2
        _ = unsafe I420Scale(
          from.luma + start, Int32(from.lumaStride), from.blue + chroma,
          Int32(from.chromaStride), from.red + chroma, Int32(from.chromaStride),
          Int32(part.width), Int32(part.height), to.luma + end, Int32(to.lumaStride),
          to.blue + endChroma, Int32(to.chromaStride), to.red + endChroma,
          Int32(to.chromaStride), Int32(frame.width), Int32(frame.height), kFilterBox)
      }
    }
  }

  private static func check(_ part: PixelRectangle, _ width: Int, _ height: Int) {
    precondition(
      part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0
        && part.x + part.width <= width && part.y + part.height <= height
        && part.x & 1 == 0 && part.y & 1 == 0, "a part of the picture")
  }
}
