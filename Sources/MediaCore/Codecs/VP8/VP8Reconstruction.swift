/// A picture as every decoder has it, at the coded size: whole macroblocks.
///
/// It is rebuilt in place, one macroblock after the other. That is right because the encoder uses no
/// loop filter and no motion but of the whole picture: nothing reads a macroblock's old samples once
/// the new ones are there, and intra prediction reads the new ones of its neighbours (RFC 6386, 15).
struct VP8Reconstruction: ~Copyable {
  /// Size in macroblocks.
  let columns: Int
  let rows: Int
  private var luma: VP8Plane
  private var blue: VP8Plane
  private var red: VP8Plane

  /// - Parameters: Size in pixels; what does not fill a macroblock has one of its own.
  init(width: Int32, height: Int32) {
    columns = (Int(width) + 15) / 16
    rows = (Int(height) + 15) / 16
    luma = VP8Plane(width: columns * 16, height: rows * 16)
    blue = VP8Plane(width: columns * 8, height: rows * 8)
    red = VP8Plane(width: columns * 8, height: rows * 8)
  }

  /// A macroblock's samples.
  func samples(column: Int, row: Int) -> VP8Samples {
    var samples = VP8Samples()
    let span = luma.bytes.span
    let start = luma.offset(column * 16, row * 16)
    for y in 0..<16 { samples[y] = span.vector16(at: start + y * luma.stride) }
    let (blueSpan, redSpan) = (blue.bytes.span, red.bytes.span)
    let chroma = blue.offset(column * 8, row * 8)
    for y in 0..<8 {
      let offset = chroma + y * blue.stride
      samples[16 + y] = SIMD16(
        lowHalf: blueSpan.vector8(at: offset), highHalf: redSpan.vector8(at: offset))
    }
    return samples
  }

  /// Rebuilds a macroblock.
  mutating func store(_ samples: borrowing VP8Samples, column: Int, row: Int) {
    let start = luma.offset(column * 16, row * 16)
    let source = samples.storage.span
    luma.change { span, stride in
      for y in 0..<16 { span.store(source[y], at: start + y * stride) }
    }
    let chroma = blue.offset(column * 8, row * 8)
    blue.change { span, stride in
      for y in 0..<8 { span.store(source[16 + y].lowHalf, at: chroma + y * stride) }
    }
    red.change { span, stride in
      for y in 0..<8 { span.store(source[16 + y].highHalf, at: chroma + y * stride) }
    }
  }

  /// What lies around a macroblock.
  func edges(column: Int, row: Int) -> VP8Edges {
    let span = luma.bytes.span
    let above = luma.offset(column * 16, row * 16 - 1)
    var edges = VP8Edges(hasAbove: row > 0, hasLeft: column > 0)
    edges.lumaAbove = span.vector16(at: above)
    edges.lumaCorner = span[above - 1]
    for y in 0..<16 { edges.lumaLeft[y] = span[above - 1 + (y + 1) * luma.stride] }
    // Beyond the last column the row above goes on as its last sample, and so it does above the
    // first row, where all is 127.
    edges.lumaAboveRight =
      column == columns - 1
      ? SIMD4(repeating: span[above + 15]) : span.vector4(at: above + 16)
    let (blueSpan, redSpan) = (blue.bytes.span, red.bytes.span)
    let chroma = blue.offset(column * 8, row * 8 - 1)
    edges.chromaAbove = SIMD16(
      lowHalf: blueSpan.vector8(at: chroma), highHalf: redSpan.vector8(at: chroma))
    edges.blueCorner = blueSpan[chroma - 1]
    edges.redCorner = redSpan[chroma - 1]
    for y in 0..<8 {
      let offset = chroma - 1 + (y + 1) * blue.stride
      edges.chromaLeft[y] = blueSpan[offset]
      edges.chromaLeft[y + 8] = redSpan[offset]
    }
    return edges
  }

  /// Reads one plane at its coded size; sample (x, y) is at `origin + y·stride + x`.
  func withPlane<Result, Failure: Error>(
    _ plane: I420Picture.Plane,
    _ body: (Span<UInt8>, _ origin: Int, _ stride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch plane {
    case .luma: try body(luma.bytes.span, luma.offset(0, 0), luma.stride)
    case .blue: try body(blue.bytes.span, blue.offset(0, 0), blue.stride)
    case .red: try body(red.bytes.span, red.offset(0, 0), red.stride)
    }
  }

  /// Takes over `other`, of the same size, as if every macroblock had `motion` and no residual.
  mutating func assign(_ other: borrowing VP8Reconstruction, moved motion: VP8MotionVector) {
    let (dx, dy) = (Int(motion.column) >> 2, Int(motion.row) >> 2)
    luma.assign(other.luma, movedBy: dx, dy)
    blue.assign(other.blue, movedBy: dx / 2, dy / 2)
    red.assign(other.red, movedBy: dx / 2, dy / 2)
  }
}
