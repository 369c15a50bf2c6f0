/// The last part of a session's address: 128 random bits, so that nobody guesses another one's.
package struct SessionName: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  init(using random: inout some RandomNumberGenerator) {
    high = random.next()
    low = random.next()
  }

  /// - Parameter text: 32 hexadecimal digits in small letters; nil when it is anything else.
  init?(_ text: Substring) {
    let digits = Array(text.utf8)
    guard digits.count == 32, let high = Self.number(digits[..<16]),
      let low = Self.number(digits[16...])
    else { return nil }
    self.high = high
    self.low = low
  }

  package var description: String { Self.digits(high) + Self.digits(low) }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - 0x57)
      default: return nil
      }
    }
    return number
  }
}
