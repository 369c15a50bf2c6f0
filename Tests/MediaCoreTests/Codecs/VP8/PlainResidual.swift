@testable import MediaCore

/// What levels add to a prediction, by the text of RFC 6386, 14, one number after the other.
struct PlainResidual {
  private static let zigZag = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]
  let index: Int

  private static let dcSteps: [Int] = {
    var steps = Array(4...10) + Array(10...17) + Array(17...20)
    steps += [20, 21, 21, 22, 22, 23, 23, 24, 25] + Array(25...37) + Array(37...46)
    steps += Array(46...76) + Array(76...89) + [91, 93, 95, 96, 98, 100, 101, 102]
    steps += Array(stride(from: 104, through: 118, by: 2))
    return steps + Array(stride(from: 122, through: 140, by: 2))
      + [143, 145, 148, 151, 154, 157]
  }()

  private static let acSteps: [Int] =
    Array(4...58) + Array(stride(from: 60, through: 116, by: 2))
    + Array(stride(from: 119, through: 173, by: 3)) + Array(stride(from: 177, through: 229, by: 4))
    + [234, 239, 245, 249, 254, 259, 264, 269, 274, 279, 284]

  /// Steps of the first and of the other coefficients, by plane as coded: 0 and 3 luma, 1 Y2,
  /// 2 chroma.
  func steps(plane: Int) -> (first: Int, other: Int) {
    let (dc, ac) = (Self.dcSteps[index], Self.acSteps[index])
    return switch plane {
    case 1: (dc * 2, max(ac * 155 / 100, 8))
    case 2: (min(dc, 132), ac)
    default: (dc, ac)
    }
  }

  /// 16 values in raster order.
  func coefficients(_ levels: VP8Levels, row: Int, block: Int, plane: Int) -> [Int] {
    var values = Array(repeating: 0, count: 16)
    let steps = steps(plane: plane)
    for position in 0..<Int(levels.ends[row * 25 + block]) {
      let level = Int(levels.values[row * 400 + block * 16 + position])
      values[Self.zigZag[position]] = level * (position == 0 ? steps.first : steps.other)
    }
    return values
  }

  /// 14.3.
  static func inverseWalsh(_ input: [Int]) -> [Int] {
    var values = input
    for column in 0..<4 {
      let (a, b) = (values[column] + values[12 + column], values[4 + column] + values[8 + column])
      let (c, d) = (values[4 + column] - values[8 + column], values[column] - values[12 + column])
      values[column] = a + b
      values[4 + column] = c + d
      values[8 + column] = a - b
      values[12 + column] = d - c
    }
    for start in stride(from: 0, to: 16, by: 4) {
      let (a, b) = (values[start] + values[start + 3], values[start + 1] + values[start + 2])
      let (c, d) = (values[start + 1] - values[start + 2], values[start] - values[start + 3])
      values[start] = (a + b + 3) >> 3
      values[start + 1] = (c + d + 3) >> 3
      values[start + 2] = (a - b + 3) >> 3
      values[start + 3] = (d - c + 3) >> 3
    }
    return values
  }

  /// 14.4.
  static func inverseCosine(_ input: [Int]) -> [Int] {
    func pass(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> [Int] {
      let (even, odd) = (a + c, a - c)
      let low = (b * 35_468) >> 16 - (d + (d * 20_091) >> 16)
      let high = b + (b * 20_091) >> 16 + (d * 35_468) >> 16
      return [even + high, odd + low, odd - low, even - high]
    }
    var values = input
    for column in 0..<4 {
      let result = pass(
        values[column], values[4 + column], values[8 + column], values[12 + column])
      for row in 0..<4 { values[row * 4 + column] = result[row] }
    }
    for row in 0..<4 {
      let start = row * 4
      let result = pass(
        values[start], values[start + 1], values[start + 2], values[start + 3])
      for column in 0..<4 { values[start + column] = (result[column] + 4) >> 3 }
    }
    return values
  }
}
