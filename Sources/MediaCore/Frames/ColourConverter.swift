internal import CYUV
package import Strokes

/// Turns the damaged blocks of a canvas into limited-range BT.601 4:2:0.
///
/// Nothing outside the given blocks is read or written, apart from the padding that repeats the
/// last column and row of a picture whose size is no multiple of 16.
package enum ColourConverter {
  /// - Parameters:
  ///   - pixels: B, G, R, A in memory, as bytes or as 0xAARRGGBB. Alpha is ignored: whoever renders
  ///     flattens it.
  ///   - stride: bytes from one row to the next.
  package static func convert<Element: BitwiseCopyable>(
    _ blocks: BlockMap, of pixels: Span<Element>, stride: Int, into picture: inout I420Picture
  ) {
    let (width, height) = (Int(picture.width), Int(picture.height))
    precondition(
      stride >= width * 4
        && pixels.count * MemoryLayout<Element>.stride >= stride * (height - 1) + width * 4,
      "the canvas is smaller than the picture")
    precondition(
      blocks.columns * 16 >= picture.width && blocks.rows * 16 >= picture.height,
      "the map belongs to another picture")
    let runs = blocks.runs
    unsafe picture.withUnsafePlanes { planes in
      unsafe pixels.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for run in runs {
          let (x, y) = (run.column * 16, run.row * 16)
          let source = unsafe (base + (y * stride + x * 4)).assumingMemoryBound(to: UInt8.self)
          let chroma = unsafe y / 2 * planes.chromaStride + x / 2
          _ = unsafe ARGBToI420(
            source, Int32(stride), planes.luma + (y * planes.lumaStride + x),
            Int32(planes.lumaStride), planes.blue + chroma, Int32(planes.chromaStride),
            planes.red + chroma, Int32(planes.chromaStride),
            Int32(min(run.count * 16, width - x)), Int32(min(16, height - y)))
        }
      }
    }
    picture.pad(runs)
  }
}
