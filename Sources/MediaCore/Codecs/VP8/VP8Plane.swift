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

  /// Takes over `other`, moved by whole samples: sample (x, y) becomes `other`'s (x + dx, y + dy).
  /// Beyond its edges `other` goes on as its last column and row (18.1).
  mutating func assign(_ other: borrowing VP8Plane, movedBy dx: Int, _ dy: Int) {
    let source = other.bytes.span
    let (width, height, origin, stride) = (width, height, offset(0, 0), stride)
    var target = bytes.mutableSpan
    // Columns of the target that lie inside `other`.
    let first = min(max(-dx, 0), width)
    let end = max(min(width - dx, width), first)
    for y in 0..<height {
      let line = other.offset(0, min(max(y + dy, 0), height - 1))
      let start = origin + y * stride
      let (left, right) = (source[line], source[line + width - 1])
      for x in 0..<first { target[start + x] = left }
      var x = first
      while x + 16 <= end {
        target.store(source.vector16(at: line + x + dx), at: start + x)
        x += 16
      }
      while x < end {
        target[start + x] = source[line + x + dx]
        x += 1
      }
      while x < width {
        target[start + x] = right
        x += 1
      }
    }
  }
}
