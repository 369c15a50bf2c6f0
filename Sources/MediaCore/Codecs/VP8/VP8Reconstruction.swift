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
    var rows = samples.storage.mutableSpan
    for y in 0..<16 { rows[y] = span.vector16(at: start &+ y &* luma.stride) }
    let (blueSpan, redSpan) = (blue.bytes.span, red.bytes.span)
    let chroma = blue.offset(column * 8, row * 8)
    for y in 0..<8 {
      let offset = chroma &+ y &* blue.stride
      rows[16 &+ y] = SIMD16(
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

  /// Whether a macroblock has exactly these samples.
  func equals(_ samples: borrowing VP8Samples, column: Int, row: Int) -> Bool {
    let rows = samples.storage.span
    let span = luma.bytes.span
    let start = luma.offset(column * 16, row * 16)
    var difference = SIMD16<UInt8>(repeating: 0)
    for y in 0..<16 { difference |= span.vector16(at: start &+ y &* luma.stride) ^ rows[y] }
    let (blueSpan, redSpan) = (blue.bytes.span, red.bytes.span)
    let chroma = blue.offset(column * 8, row * 8)
    for y in 0..<8 {
      let offset = chroma &+ y &* blue.stride
      difference |=
        SIMD16(lowHalf: blueSpan.vector8(at: offset), highHalf: redSpan.vector8(at: offset))
        ^ rows[16 &+ y]
    }
    return difference.isZero
  }

  /// Sum of squared differences from these samples; nil when any is larger than `largest`.
  func error(
    of samples: borrowing VP8Samples, column: Int, row: Int, within largest: UInt8
  ) -> Int32? {
    let rows = samples.storage.span
    let span = luma.bytes.span
    let start = luma.offset(column * 16, row * 16)
    var sum = VP8BoundedError(within: largest)
    // In parts, for most of what is different is so from the beginning.
    for part in 0..<2 {
      for y in part &* 8..<part &* 8 &+ 8 {
        sum.add(span.vector16(at: start &+ y &* luma.stride), rows[y])
      }
      if sum.isExceeded { return nil }
    }
    let (blueSpan, redSpan) = (blue.bytes.span, red.bytes.span)
    let chroma = blue.offset(column * 8, row * 8)
    for y in 0..<8 {
      let offset = chroma &+ y &* blue.stride
      sum.add(
        SIMD16(lowHalf: blueSpan.vector8(at: offset), highHalf: redSpan.vector8(at: offset)),
        rows[16 &+ y])
    }
    return sum.isExceeded ? nil : sum.squares
  }

  /// The row above a macroblock.
  func readAbove(column: Int, row: Int, into edges: inout VP8Edges) {
    edges.lumaAbove = luma.bytes.span.vector16(at: luma.offset(column * 16, row * 16 - 1))
    let chroma = blue.offset(column * 8, row * 8 - 1)
    edges.chromaAbove = SIMD16(
      lowHalf: blue.bytes.span.vector8(at: chroma), highHalf: red.bytes.span.vector8(at: chroma))
  }

  /// The column to the left of a macroblock.
  func readLeft(column: Int, row: Int, into edges: inout VP8Edges) {
    let span = luma.bytes.span
    let start = luma.offset(column * 16 - 1, row * 16)
    for y in 0..<16 { edges.lumaLeft[y] = span[start &+ y &* luma.stride] }
    let (blueSpan, redSpan) = (blue.bytes.span, red.bytes.span)
    let chroma = blue.offset(column * 8 - 1, row * 8)
    for y in 0..<8 {
      let offset = chroma &+ y &* blue.stride
      edges.chromaLeft[y] = blueSpan[offset]
      edges.chromaLeft[y + 8] = redSpan[offset]
    }
  }

  /// The samples above and to the left of a macroblock.
  func readCorners(column: Int, row: Int, into edges: inout VP8Edges) {
    edges.lumaCorner = luma.bytes.span[luma.offset(column * 16 - 1, row * 16 - 1)]
    let chroma = blue.offset(column * 8 - 1, row * 8 - 1)
    edges.blueCorner = blue.bytes.span[chroma]
    edges.redCorner = red.bytes.span[chroma]
  }

  /// The four samples of luma behind the row above a macroblock.
  func aboveRight(column: Int, row: Int) -> SIMD4<UInt8> {
    luma.bytes.span.vector4(at: luma.offset(column * 16 + 16, row * 16 - 1))
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

  /// A macroblock's samples when `motion` moves it, by whole even samples (18).
  func samples(column: Int, row: Int, moved motion: VP8MotionVector) -> VP8Samples {
    let (dx, dy) = (Int(motion.column) >> 2, Int(motion.row) >> 2)
    var samples = VP8Samples()
    for y in 0..<16 { samples[y] = luma.line16(x: column * 16 + dx, y: row * 16 + y + dy) }
    for y in 0..<8 {
      let (left, line) = (column * 8 + dx / 2, row * 8 + y + dy / 2)
      samples[16 + y] = SIMD16(
        lowHalf: blue.line16(x: left, y: line).lowHalf,
        highHalf: red.line16(x: left, y: line).lowHalf)
    }
    return samples
  }
}
