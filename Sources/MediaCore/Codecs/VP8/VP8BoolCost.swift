/// What a bool costs, in 256ths of a bit: −log2 of its probability.
enum VP8BoolCost {
  /// False with the probability index/256; index 0 stands for 1/256, the least there is.
  private static let ofFalse: [UInt16] = {
    var costs: [UInt16] = [2048]
    for probability in 1...256 { costs.append(cost(UInt64(probability))) }
    return costs
  }()

  @inline(__always)
  static func of(_ bit: Bool, _ probability: UInt8) -> Int {
    Int(ofFalse[bit ? 256 - Int(probability) : Int(probability)])
  }

  /// 256 · (8 − log2 of 1…256), rounded, by squaring: whole numbers give the same on every machine.
  private static func cost(_ probability: UInt64) -> UInt16 {
    let whole = 63 - probability.leadingZeroBitCount
    // The mantissa in 1…2, with 31 bits behind the point.
    var mantissa = probability << UInt64(31 - whole)
    var fraction = 0
    for _ in 0..<16 {
      mantissa = mantissa * mantissa >> 31
      fraction <<= 1
      if mantissa >> 32 != 0 {
        mantissa >>= 1
        fraction |= 1
      }
    }
    let logarithm = (whole << 16 | fraction)
    return UInt16((8 << 16 - logarithm + 128) >> 8)
  }
}
