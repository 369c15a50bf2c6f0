/// Decimal numbers as JSON writes them (RFC 8259, section 6), made doubles exactly.
///
/// The standard library's conversion calls the C library, which a page's module does not have; and
/// every reader has to find the same double. Numbers of up to 15 digits take one multiplication or
/// division, those of up to 18 a division in 62 bits, the others one of natural numbers of any size.
package enum DecimalNumber {
  /// What the text says: digits · 10^scale.
  private struct Parts {
    var isNegative = false
    /// The digits' value while it fits.
    var digits: UInt64 = 0
    /// How many of them from the first that is not 0.
    var count = 0
    var scale = 0
  }

  /// As many as 64 bits hold with room for two doublings.
  private static let mostSmallDigits = 18
  /// Beyond any double, and far below what would overflow 32 bits.
  private static let largestExponent = 100_000

  /// The double nearest to the number in `range`, of two equally near the even one; nil beyond the
  /// largest. The text has been found to be a JSON number.
  package static func nearest(_ text: Span<UInt8>, _ range: Range<Int>) -> Double? {
    let parts = parts(text, range)
    guard let value = magnitude(parts, text, range) else { return nil }
    return parts.isNegative ? -value : value
  }

  private static func parts(_ text: Span<UInt8>, _ range: Range<Int>) -> Parts {
    var parts = Parts()
    var isFraction = false
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = text[position]
      position += 1
      let digit = byte &- 0x30
      if digit <= 9 {
        if isFraction { parts.scale -= 1 }
        if digit > 0 || parts.count > 0 { parts.count += 1 }
        if parts.count <= mostSmallDigits { parts.digits = parts.digits * 10 + UInt64(digit) }
      } else if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte == UInt8(ascii: "-") {
        parts.isNegative = true
      } else {
        parts.scale += exponent(text, position..<range.upperBound)
        break
      }
    }
    return parts
  }

  private static func exponent(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
    var exponent = 0
    var isNegative = false
    for position in range {
      let digit = text[position] &- 0x30
      if digit <= 9 {
        if exponent < largestExponent { exponent = exponent * 10 + Int(digit) }
      } else {
        isNegative = text[position] == UInt8(ascii: "-")
      }
    }
    return isNegative ? -exponent : exponent
  }

  private static func magnitude(
    _ parts: Parts, _ text: Span<UInt8>, _ range: Range<Int>
  ) -> Double? {
    if parts.count == 0 { return 0 }
    // The number lies between 10^(top - 1) and 10^top.
    let top = parts.count + parts.scale
    if top > 310 { return nil }
    if top < -330 { return 0 }
    if parts.count <= 15, parts.scale.magnitude <= 22 {
      // Both are whole doubles, so there is one rounding.
      var power = 1.0
      for _ in 0..<parts.scale.magnitude { power *= 10 }
      return parts.scale < 0 ? Double(parts.digits) / power : Double(parts.digits) * power
    }
    if parts.count <= mostSmallDigits, parts.scale < 0, parts.scale >= -mostSmallDigits {
      return smallQuotient(parts.digits, digits: -parts.scale)
    }
    return largeQuotient(parts, text, range)
  }

  /// `dividend` / 10^`digits`, by long division in base 2.
  private static func smallQuotient(_ dividend: UInt64, digits: Int) -> Double? {
    var divisor: UInt64 = 1
    for _ in 0..<digits { divisor *= 10 }
    let dividendShift = dividend.leadingZeroBitCount - 2
    let divisorShift = divisor.leadingZeroBitCount - 2
    divisor <<= UInt64(divisorShift)
    var rest = dividend << UInt64(dividendShift)
    var quotient: UInt64 = 0
    for _ in 0..<64 {
      quotient <<= 1
      if rest >= divisor {
        rest -= divisor
        quotient |= 1
      }
      rest <<= 1
    }
    return rounded(quotient, exponent: divisorShift - dividendShift - 63, hasRest: rest > 0)
  }

  private static func largeQuotient(
    _ parts: Parts, _ text: Span<UInt8>, _ range: Range<Int>
  ) -> Double? {
    var dividend = BigNatural(0)
    for position in range {
      let digit = text[position] &- 0x30
      if digit <= 9 {
        dividend.multiply(by: 10, adding: UInt32(digit))
      } else if text[position] | 0x20 == UInt8(ascii: "e") {
        break
      }
    }
    var divisor = BigNatural(1)
    if parts.scale < 0 {
      divisor.multiply(byPowerOfTen: -parts.scale)
    } else {
      dividend.multiply(byPowerOfTen: parts.scale)
    }
    let shift = divisor.bitCount - dividend.bitCount
    dividend.shiftLeft(shift)
    divisor.shiftLeft(-shift)
    var quotient: UInt64 = 0
    for _ in 0..<64 {
      quotient <<= 1
      if dividend.subtract(divisor) { quotient |= 1 }
      dividend.double()
    }
    return rounded(quotient, exponent: -shift - 63, hasRest: !dividend.isZero)
  }

  /// `significand` · 2^`exponent` as a double; nil beyond the largest.
  ///
  /// - Parameters:
  ///   - significand: of 63 bits at least.
  ///   - hasRest: whether the number is a little larger.
  private static func rounded(
    _ significand: UInt64, exponent: Int, hasRest: Bool
  ) -> Double? {
    let bits = 64 - significand.leadingZeroBitCount
    // A double's last bit stands for 2^last: 52 places below its first, or for the least there is.
    let last = max(exponent + bits - 53, -1_074)
    let shift = last - exponent
    guard shift <= 64 else { return 0 }
    var kept: UInt64 = 0
    var cut = significand
    if shift < 64 {
      kept = significand >> UInt64(shift)
      cut = significand & (1 << UInt64(shift) - 1)
    }
    let half: UInt64 = 1 << UInt64(shift - 1)
    if cut > half || (cut == half && (hasRest || kept & 1 == 1)) { kept += 1 }
    // The significand's leading bit, where it has one, counts the exponent up by one.
    let pattern = UInt64(last + 1_074) << 52 + kept
    return pattern < Double.infinity.bitPattern ? Double(bitPattern: pattern) : nil
  }
}
