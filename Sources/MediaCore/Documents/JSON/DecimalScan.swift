/// Collects the digits of a decimal number and, when they are few enough, its value without a call
/// to the general (and ten times slower) conversion.
struct DecimalScan {
  private var mantissa: UInt64 = 0
  private var scale = 0
  private var isExact = true

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  mutating func digits(_ bytes: [UInt8], _ offset: inout Int, areFraction: Bool) {
    while offset < bytes.count {
      let digit = bytes[offset] &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      if mantissa < 1_000_000_000_000_000_000 {
        mantissa = mantissa * 10 + UInt64(digit)
        if areFraction { scale -= 1 }
      } else {
        isExact = false
      }
      offset += 1
    }
  }

  /// After the letter e; false when no digit follows.
  mutating func exponent(_ bytes: [UInt8], _ offset: inout Int) -> Bool {
    var isNegative = false
    if offset < bytes.count,
      bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+")
    {
      isNegative = bytes[offset] == UInt8(ascii: "-")
      offset += 1
    }
    let start = offset
    var exponent = 0
    while offset < bytes.count {
      let digit = bytes[offset] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      if exponent < 100_000 { exponent = exponent * 10 + Int(digit) }
      offset += 1
    }
    scale += isNegative ? -exponent : exponent
    return offset > start
  }

  /// Nil when the number has too many digits or too large an exponent for the short way. Off from
  /// the nearest double by at most one step: a board's own steps are 10¹⁰ times as coarse.
  var value: Double? {
    if mantissa == 0, isExact { return 0 }
    guard isExact, scale.magnitude <= 22 else { return nil }
    let power = Self.powersOfTen[Int(scale.magnitude)]
    return scale < 0 ? Double(mantissa) / power : Double(mantissa) * power
  }
}
