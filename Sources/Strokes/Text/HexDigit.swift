/// Hexadecimal digits in text.
enum HexDigit {
  static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  /// The lower-case digit of 0…15.
  static func digit(_ value: UInt8) -> UInt8 {
    let low = value & 0xF
    return low < 10 ? low + 0x30 : low - 10 + 0x61
  }
}
