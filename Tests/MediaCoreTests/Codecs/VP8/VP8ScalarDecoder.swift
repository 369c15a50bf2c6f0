@testable import MediaCore

/// Rebuilds one macroblock from its levels, one number after the other (RFC 6386, 14).
struct VP8ScalarDecoder {
  static let zigzag = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]

  /// 14.1, by plane: (coefficient 0, others).
  let luma: (Int, Int)
  let second: (Int, Int)
  let chroma: (Int, Int)

  init(quantiser: Int) {
    let first = Int(VP8Quantiser.firstSteps[quantiser])
    let other = Int(VP8Quantiser.otherSteps[quantiser])
    luma = (first, other)
    second = (first * 2, max(other * 155 / 100, 8))
    chroma = (min(first, 132), other)
  }

  /// Coefficients of one block in raster order; 16-bit products (14.1).
  func coefficients(_ levels: VP8Levels, row: Int, block: Int, _ steps: (Int, Int)) -> [Int] {
    var output = [Int](repeating: 0, count: 16)
    for position in 0..<16 {
      let level = Int(levels.values[row * VP8Levels.rowSize + block * 16 + position])
      let product = level * (position == 0 ? steps.0 : steps.1)
      precondition(Int(Int16(truncatingIfNeeded: product)) == product, "a product over 16 bits")
      output[Self.zigzag[position]] = product
    }
    return output
  }

  /// Adds the residual of a row to a prediction, whole macroblocks with Y2.
  func rebuild(_ prediction: VP8Samples, _ levels: VP8Levels, row: Int) -> VP8Samples {
    var result = prediction
    let second = coefficients(levels, row: row, block: 24, second)
    let averages = VP8ScalarTransform.inverseSecond(second)
    for block in 0..<16 {
      var values = coefficients(levels, row: row, block: block, luma)
      values[0] = averages[block]
      add(VP8ScalarTransform.inverse(values), to: &result, x: block % 4 * 4, y: block / 4 * 4)
    }
    addChroma(levels, row: row, to: &result)
    return result
  }

  func addChroma(_ levels: VP8Levels, row: Int, to result: inout VP8Samples) {
    for block in 16..<24 {
      let values = coefficients(levels, row: row, block: block, chroma)
      let index = (block - 16) % 4
      add(
        VP8ScalarTransform.inverse(values), to: &result,
        x: (block < 20 ? 0 : 8) + index % 2 * 4, y: 16 + index / 2 * 4)
    }
  }

  func add(_ residual: [Int], to samples: inout VP8Samples, x: Int, y: Int) {
    for i in 0..<16 {
      let (column, line) = (x + i % 4, y + i / 4)
      let sum = Int(samples[line][column]) + residual[i]
      samples[line][column] = UInt8(min(max(sum, 0), 255))
    }
  }
}
