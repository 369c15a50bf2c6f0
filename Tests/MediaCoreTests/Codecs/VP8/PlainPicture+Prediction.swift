@testable import MediaCore

/// RFC 6386, 12 and 18, sample by sample.
extension PlainPicture.Plane {
  mutating func add(_ residual: [Int], _ x: Int, _ y: Int) {
    for index in 0..<16 { self[x + index % 4, y + index / 4] += residual[index] }
  }

  /// 12.2 and 12.3: modes 0…3 are mean, vertical, horizontal, true motion.
  mutating func predict(_ mode: UInt8, _ left: Int, _ top: Int, side: Int) {
    var sum = 0
    var count = 0
    for index in 0..<side {
      if top > 0 { sum += self[left + index, top - 1] }
      if left > 0 { sum += self[left - 1, top + index] }
      count += (top > 0 ? 1 : 0) + (left > 0 ? 1 : 0)
    }
    let mean = count == 0 ? 128 : (sum + count / 2) / count
    for y in top..<top + side {
      for x in left..<left + side {
        let (above, before) = (bordered(x, top - 1), bordered(left - 1, y))
        self[x, y] =
          switch mode {
          case 0: mean
          case 1: above
          case 2: before
          default: before + above - bordered(left - 1, top - 1)
          }
      }
    }
  }

  /// The four samples beyond a macroblock's upper right corner, for all its subblocks at the right.
  func aboveRight(_ column: Int, _ row: Int) -> [Int] {
    (16..<20).map { offset in
      let x = column * 16 + offset
      return row == 0 ? 127 : self[min(x, width - 1), row * 16 - 1]
    }
  }

  mutating func predict(
    _ mode: VP8SubblockMode, _ left: Int, _ top: Int, aboveRight: [Int]?
  ) {
    // The edge from the lower left over the corner (4) to the upper right.
    var edge = (0..<4).map { bordered(left - 1, top + 3 - $0) }
    edge += (-1..<4).map { bordered(left + $0, top - 1) }
    edge += aboveRight ?? (4..<8).map { bordered(left + $0, top - 1) }
    func two(_ i: Int) -> Int { (edge[i] + edge[i + 1] + 1) >> 1 }
    func three(_ i: Int) -> Int {
      (edge[max(i - 1, 0)] + 2 * edge[i] + edge[min(i + 1, 12)] + 2) >> 2
    }
    for y in 0..<4 {
      for x in 0..<4 {
        self[left + x, top + y] =
          switch mode {
          case .dc: (edge[0..<4].reduce(0, +) + edge[5..<9].reduce(0, +) + 4) >> 3
          case .trueMotion: edge[3 - y] + edge[5 + x] - edge[4]
          case .vertical: three(5 + x)
          case .horizontal: three(3 - y)
          case .leftDown: three(6 + x + y)
          case .rightDown: three(4 + x - y)
          case .verticalRight:
            2 * x < y
              ? three(4 - (y - 2 * x) + 1)
              : (y % 2 == 0 ? two(4 + x - y / 2) : three(4 + x - y / 2))
          case .verticalLeft:
            // The last two do not follow the pattern.
            x == 3 && y >= 2
              ? three(y == 2 ? 10 : 11)
              : (y % 2 == 0 ? two(5 + x + y / 2) : three(6 + x + y / 2))
          case .horizontalDown:
            2 * y < x
              ? three(4 + x - 2 * y - 1)
              : (x % 2 == 0 ? two(3 - y + x / 2) : three(4 - y + x / 2))
          case .horizontalUp:
            x + 2 * y > 5
              ? edge[0]
              : x + 2 * y == 5
                ? (edge[1] + 3 * edge[0] + 2) >> 2
                : (x % 2 == 0 ? two(2 - y - x / 2) : three(2 - y - x / 2))
          }
      }
    }
  }

  private static let taps = [
    [0, 0, 128, 0, 0, 0], [0, -6, 123, 12, -1, 0], [2, -11, 108, 36, -8, 1],
    [0, -9, 93, 50, -6, 0], [3, -16, 77, 77, -16, 3], [0, -6, 50, 93, -9, 0],
    [1, -8, 36, 108, -11, 2], [0, -1, 12, 123, -6, 0],
  ]

  /// 18.3; `shift` is 2 where vectors count quarters of a sample, 3 for eighths.
  mutating func move(
    _ source: Self, _ left: Int, _ top: Int, side: Int, _ vector: VP8MotionVector, shift: Int
  ) {
    let across = Int(vector.column) >> shift
    let down = Int(vector.row) >> shift
    let scale = shift == 2 ? 2 : 1
    let horizontal = Self.taps[(Int(vector.column) * scale) & 7]
    let vertical = Self.taps[(Int(vector.row) * scale) & 7]
    func filter(_ taps: [Int], _ sample: (Int) -> Int) -> Int {
      var sum = 64
      for index in 0..<6 where taps[index] != 0 { sum += taps[index] * sample(index - 2) }
      return min(max(sum >> 7, 0), 255)
    }
    for y in top..<top + side {
      for x in left..<left + side {
        self[x, y] = filter(vertical) { dy in
          filter(horizontal) { dx in source.extended(x + across + dx, y + down + dy) }
        }
      }
    }
  }
}
