@testable import MediaCore

/// Intra prediction of RFC 6386, 12.2 and 12.3, sample by sample out of a plane with its border, as
/// the text has it.
enum VP8ScalarPrediction {
  /// A square of `size` samples at (x, y) of a plane.
  static func block(
    _ plane: VP8BorderedPlane, x: Int, y: Int, size: Int, mode: VP8LumaMode
  ) -> [[Int]] {
    var result = [[Int]](repeating: [Int](repeating: 0, count: size), count: size)
    switch mode {
    case .dc:
      var (sum, count) = (0, 0)
      if y > 0 {
        for i in 0..<size { sum += plane[x + i, y - 1] }
        count += size
      }
      if x > 0 {
        for i in 0..<size { sum += plane[x - 1, y + i] }
        count += size
      }
      let value = count == 0 ? 128 : (sum + count / 2) / count
      for r in 0..<size { for c in 0..<size { result[r][c] = value } }
    case .vertical:
      for r in 0..<size { for c in 0..<size { result[r][c] = plane[x + c, y - 1] } }
    case .horizontal:
      for r in 0..<size { for c in 0..<size { result[r][c] = plane[x - 1, y + r] } }
    case .trueMotion:
      for r in 0..<size {
        for c in 0..<size {
          let value = plane[x - 1, y + r] + plane[x + c, y - 1] - plane[x - 1, y - 1]
          result[r][c] = min(max(value, 0), 255)
        }
      }
    }
    return result
  }

  /// A subblock from `above` (−1 is the corner, so index 0 is that) with 9 values and `left` with 4.
  static func subblock(_ mode: VP8SubblockMode, above: [Int], left: [Int]) -> [[Int]] {
    func a(_ i: Int) -> Int { above[i + 1] }
    func l(_ i: Int) -> Int { i < 0 ? above[0] : left[i] }
    let e = [left[3], left[2], left[1], left[0]] + above
    func three(_ x: Int, _ y: Int, _ z: Int) -> Int { (x + y + y + z + 2) >> 2 }
    func two(_ x: Int, _ y: Int) -> Int { (x + y + 1) >> 1 }
    func e3(_ i: Int) -> Int { three(e[i - 1], e[i], e[i + 1]) }
    func e2(_ i: Int) -> Int { two(e[i], e[i + 1]) }
    func a3(_ i: Int) -> Int { three(a(i - 1), a(i), a(i + 1)) }
    func a2(_ i: Int) -> Int { two(a(i), a(i + 1)) }
    var b = [[Int]](repeating: [0, 0, 0, 0], count: 4)
    func set(_ value: Int, _ places: (Int, Int)...) { for (r, c) in places { b[r][c] = value } }
    switch mode {
    case .dc:
      var v = 4
      for i in 0..<4 { v += a(i) + l(i) }
      for r in 0..<4 { for c in 0..<4 { b[r][c] = v >> 3 } }
    case .trueMotion:
      for r in 0..<4 { for c in 0..<4 { b[r][c] = min(max(l(r) + a(c) - a(-1), 0), 255) } }
    case .vertical:
      for r in 0..<4 { for c in 0..<4 { b[r][c] = a3(c) } }
    case .horizontal:
      for c in 0..<4 {
        for r in 0..<3 { b[r][c] = three(l(r - 1), l(r), l(r + 1)) }
        b[3][c] = three(l(2), l(3), l(3))
      }
    case .leftDown:
      set(a3(1), (0, 0))
      set(a3(2), (0, 1), (1, 0))
      set(a3(3), (0, 2), (1, 1), (2, 0))
      set(a3(4), (0, 3), (1, 2), (2, 1), (3, 0))
      set(a3(5), (1, 3), (2, 2), (3, 1))
      set(a3(6), (2, 3), (3, 2))
      set(three(a(6), a(7), a(7)), (3, 3))
    case .rightDown:
      set(e3(1), (3, 0))
      set(e3(2), (3, 1), (2, 0))
      set(e3(3), (3, 2), (2, 1), (1, 0))
      set(e3(4), (3, 3), (2, 2), (1, 1), (0, 0))
      set(e3(5), (2, 3), (1, 2), (0, 1))
      set(e3(6), (1, 3), (0, 2))
      set(e3(7), (0, 3))
    case .verticalRight:
      set(e3(2), (3, 0))
      set(e3(3), (2, 0))
      set(e3(4), (3, 1), (1, 0))
      set(e2(4), (2, 1), (0, 0))
      set(e3(5), (3, 2), (1, 1))
      set(e2(5), (2, 2), (0, 1))
      set(e3(6), (3, 3), (1, 2))
      set(e2(6), (2, 3), (0, 2))
      set(e3(7), (1, 3))
      set(e2(7), (0, 3))
    case .verticalLeft:
      set(a2(0), (0, 0))
      set(a3(1), (1, 0))
      set(a2(1), (2, 0), (0, 1))
      set(a3(2), (1, 1), (3, 0))
      set(a2(2), (2, 1), (0, 2))
      set(a3(3), (3, 1), (1, 2))
      set(a2(3), (2, 2), (0, 3))
      set(a3(4), (3, 2), (1, 3))
      set(a3(5), (2, 3))
      set(a3(6), (3, 3))
    case .horizontalDown:
      set(e2(0), (3, 0))
      set(e3(1), (3, 1))
      set(e2(1), (2, 0), (3, 2))
      set(e3(2), (2, 1), (3, 3))
      set(e2(2), (2, 2), (1, 0))
      set(e3(3), (2, 3), (1, 1))
      set(e2(3), (1, 2), (0, 0))
      set(e3(4), (1, 3), (0, 1))
      set(e3(5), (0, 2))
      set(e3(6), (0, 3))
    case .horizontalUp:
      set(two(l(0), l(1)), (0, 0))
      set(three(l(0), l(1), l(2)), (0, 1))
      set(two(l(1), l(2)), (0, 2), (1, 0))
      set(three(l(1), l(2), l(3)), (0, 3), (1, 1))
      set(two(l(2), l(3)), (1, 2), (2, 0))
      set(three(l(2), l(3), l(3)), (1, 3), (2, 1))
      set(l(3), (2, 2), (2, 3), (3, 0), (3, 1), (3, 2), (3, 3))
    }
    return b
  }
}

/// A plane of whole macroblocks that answers for what lies around it (12.2 and 12.3).
struct VP8BorderedPlane {
  var width: Int
  var height: Int
  var samples: [UInt8]

  /// −1 and what lies beyond the right end of the row above the picture are the border.
  subscript(_ x: Int, _ y: Int) -> Int {
    if y < 0 { return 127 }
    if x < 0 { return 129 }
    return Int(samples[y * width + x])
  }

  init(_ picture: borrowing VP8Reconstruction, _ plane: I420Picture.Plane) {
    let (columns, rows, side) = (picture.columns, picture.rows, plane.blockSide)
    width = columns * side
    height = rows * side
    let (width, height) = (width, height)
    samples = picture.withPlane(plane) { span, origin, stride in
      var samples: [UInt8] = []
      for y in 0..<height {
        for x in 0..<width { samples.append(span[origin + y * stride + x]) }
      }
      return samples
    }
  }
}
