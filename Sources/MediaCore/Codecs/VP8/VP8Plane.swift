/// One plane of a decoder's picture at its coded size, inside the border that intra prediction reads
/// (RFC 6386, 12.2 and 12.3): the row above holds 127, the corner above the first row and what lies
/// beyond the right end included; the column to the left holds 129.
///
/// The border is written once; macroblocks are rebuilt inside it.
struct VP8Plane: ~Copyable {
  /// Whole vectors to the left and to the right.
  private static let margin = 16

  let width: Int
  let height: Int
  let stride: Int
  private(set) var bytes: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    stride = width + 2 * Self.margin
    bytes = [UInt8](repeating: 0, count: stride * (height + 1))
    for x in 0..<stride { bytes[x] = 127 }
    for y in 0..<height { bytes[(y + 1) * stride + Self.margin - 1] = 129 }
  }

  /// Where sample (x, y) is; −1 is the border.
  @inline(__always)
  func offset(_ x: Int, _ y: Int) -> Int { (y &+ 1) &* stride &+ Self.margin &+ x }

  @inline(__always)
  mutating func change(_ body: (inout MutableSpan<UInt8>, _ stride: Int) -> Void) {
    let stride = stride
    var span = bytes.mutableSpan
    body(&span, stride)
  }

  /// 16 samples from (x, y) on, wherever that is: beyond the edges the picture goes on as its last
  /// column and row (18.1).
  func line16(x: Int, y: Int) -> SIMD16<UInt8> {
    let line = offset(0, min(max(y, 0), height - 1))
    let span = bytes.span
    if x >= 0 && x <= width - 16 { return span.vector16(at: line + x) }
    var samples = SIMD16<UInt8>(repeating: 0)
    for i in 0..<16 { samples[i] = span[line + min(max(x + i, 0), width - 1)] }
    return samples
  }
}
