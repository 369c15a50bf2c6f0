extension BinaryCodecWriter {
  /// The number of segments, then each one's number and the differences of its places, every one
  /// to the place written before it.
  mutating func segments(_ segments: [Outline.Segment]) {
    count(segments.count)
    var last = SIMD2<Int32>.zero
    for segment in segments {
      switch segment {
      case .move(let x, let y):
        byte(0)
        place(x, y, &last)
      case .line(let x, let y):
        byte(1)
        place(x, y, &last)
      case .quadratic(let controlX, let controlY, let x, let y):
        byte(2)
        place(controlX, controlY, &last)
        place(x, y, &last)
      case .cubic(let x1, let y1, let x2, let y2, let x, let y):
        byte(3)
        place(x1, y1, &last)
        place(x2, y2, &last)
        place(x, y, &last)
      case .close:
        byte(4)
      }
    }
  }

  private mutating func place(_ x: Int32, _ y: Int32, _ last: inout SIMD2<Int32>) {
    zigzag(Int64(x) - Int64(last.x))
    zigzag(Int64(y) - Int64(last.y))
    last = SIMD2(x, y)
  }
}

extension BinaryCodecReader {
  mutating func segments() throws(BinaryCodecError) -> [Outline.Segment] {
    let limit = BoardLimits.segmentsPerOutline
    let count = try count(ofAtLeast: 1, limit: limit, else: .tooManySegments)
    var segments: [Outline.Segment] = []
    segments.reserveCapacity(count)
    var last = SIMD2<Int32>.zero
    for _ in 0..<count {
      switch try byte() {
      case 0:
        try place(&last)
        segments.append(.move(x: last.x, y: last.y))
      case 1:
        try place(&last)
        segments.append(.line(x: last.x, y: last.y))
      case 2:
        try place(&last)
        let control = last
        try place(&last)
        segments.append(
          .quadratic(controlX: control.x, controlY: control.y, x: last.x, y: last.y))
      case 3:
        try place(&last)
        let first = last
        try place(&last)
        let second = last
        try place(&last)
        segments.append(
          .cubic(
            control1X: first.x, control1Y: first.y, control2X: second.x, control2Y: second.y,
            x: last.x, y: last.y))
      case 4:
        segments.append(.close)
      default:
        throw .malformed
      }
    }
    return segments
  }

  private mutating func place(_ last: inout SIMD2<Int32>) throws(BinaryCodecError) {
    last.x = try next(after: last.x)
    last.y = try next(after: last.y)
  }
}
