/// The transforms of RFC 6386, 14.3 and 14.4, one number after the other as its text has them, to
/// check the vectors against.
enum VP8ScalarTransform {
  /// 14.3: 16 DCs from Y2, raster order.
  static func inverseSecond(_ input: [Int]) -> [Int] {
    var middle = [Int](repeating: 0, count: 16)
    for i in 0..<4 {
      let a = input[i] + input[12 + i]
      let b = input[4 + i] + input[8 + i]
      let c = input[4 + i] - input[8 + i]
      let d = input[i] - input[12 + i]
      middle[i] = a + b
      middle[4 + i] = c + d
      middle[8 + i] = a - b
      middle[12 + i] = d - c
    }
    var output = [Int](repeating: 0, count: 16)
    for i in 0..<4 {
      let a = middle[4 * i] + middle[4 * i + 3]
      let b = middle[4 * i + 1] + middle[4 * i + 2]
      let c = middle[4 * i + 1] - middle[4 * i + 2]
      let d = middle[4 * i] - middle[4 * i + 3]
      output[4 * i] = (a + b + 3) >> 3
      output[4 * i + 1] = (c + d + 3) >> 3
      output[4 * i + 2] = (a - b + 3) >> 3
      output[4 * i + 3] = (d - c + 3) >> 3
    }
    return output
  }

  /// 14.4: 16 differences from coefficients, raster order.
  static func inverse(_ input: [Int]) -> [Int] {
    let sine = 35_468
    let cosine = 20_091
    var middle = [Int](repeating: 0, count: 16)
    for i in 0..<4 {
      let (v0, v1, v2, v3) = (input[i], input[4 + i], input[8 + i], input[12 + i])
      let a = v0 + v2
      let b = v0 - v2
      let c = (v1 * sine) >> 16 - (v3 + (v3 * cosine) >> 16)
      let d = (v1 + (v1 * cosine) >> 16) + (v3 * sine) >> 16
      middle[i] = a + d
      middle[12 + i] = a - d
      middle[4 + i] = b + c
      middle[8 + i] = b - c
    }
    var output = [Int](repeating: 0, count: 16)
    for i in 0..<4 {
      let (v0, v1, v2, v3) = (
        middle[4 * i], middle[4 * i + 1], middle[4 * i + 2], middle[4 * i + 3]
      )
      let a = v0 + v2
      let b = v0 - v2
      let c = (v1 * sine) >> 16 - (v3 + (v3 * cosine) >> 16)
      let d = (v1 + (v1 * cosine) >> 16) + (v3 * sine) >> 16
      output[4 * i] = (a + d + 4) >> 3
      output[4 * i + 3] = (a - d + 4) >> 3
      output[4 * i + 1] = (b + c + 4) >> 3
      output[4 * i + 2] = (b - c + 4) >> 3
    }
    return output
  }

  /// Twice the orthonormal cosine transform, exactly.
  static func forward(_ input: [Int]) -> [Double] {
    let cosine = 0.923_879_532_511_286_7
    let sine = 0.382_683_432_365_089_8
    let half = 0.5.squareRoot()
    // Orthonormal basis vectors of four samples.
    let basis: [[Double]] = [
      [0.5, 0.5, 0.5, 0.5],
      [cosine * half, sine * half, -sine * half, -cosine * half],
      [0.5, -0.5, -0.5, 0.5],
      [sine * half, -cosine * half, cosine * half, -sine * half],
    ]
    var output = [Double](repeating: 0, count: 16)
    for v in 0..<4 {
      for u in 0..<4 {
        for y in 0..<4 {
          for x in 0..<4 {
            output[v * 4 + u] += 2 * basis[v][y] * basis[u][x] * Double(input[y * 4 + x])
          }
        }
      }
    }
    return output
  }
}
