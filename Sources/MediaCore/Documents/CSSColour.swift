package import Strokes

/// Reads the colour forms of CSS (Color Module Level 4) that drawings use.
package enum CSSColour {
  /// `#rgb[a]`, `#rrggbb[aa]`, `rgb[a]()`, `hsl[a]()`, names and `transparent`; nil for all else.
  package static func parse(_ text: String) -> Colour? {
    guard text.utf8.count <= 100 else { return nil }
    var bytes: [UInt8] = []
    for byte in text.utf8 where byte != 0x0A && byte != 0x0D {
      bytes.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
    }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    guard let first = bytes.first else { return nil }
    if first == UInt8(ascii: "#") { return hexadecimal(bytes.dropFirst()) }
    if let open = bytes.firstIndex(of: UInt8(ascii: "(")), bytes.last == UInt8(ascii: ")") {
      let arguments = bytes[(open + 1)..<(bytes.count - 1)]
      switch String(decoding: bytes[..<open], as: UTF8.self) {
      case "rgb", "rgba": return rgb(arguments)
      case "hsl", "hsla": return hsl(arguments)
      default: return nil
      }
    }
    let name = String(decoding: bytes, as: UTF8.self)
    if name == "transparent" { return .transparent }
    return CSSColourNames.colours[name].map { Colour(rgba: $0 << 8 | 0xFF) }
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> Colour? {
    var digits: [UInt32] = []
    for byte in bytes {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      digits.append(UInt32(digit))
    }
    switch digits.count {
    case 3, 4:
      digits = digits.flatMap { [$0, $0] }
    case 6, 8:
      break
    default:
      return nil
    }
    var value: UInt32 = 0
    for digit in digits { value = value << 4 | digit }
    return Colour(rgba: digits.count == 6 ? value << 8 | 0xFF : value)
  }

  /// A number with its unit: a share of one for percents.
  private struct Argument {
    var value: Double
    var isPercentage: Bool
  }

  private static func rgb(_ bytes: ArraySlice<UInt8>) -> Colour? {
    guard let arguments = arguments(bytes) else { return nil }
    var channels: [UInt8] = []
    for argument in arguments.prefix(3) {
      channels.append(channel(argument.isPercentage ? argument.value : argument.value / 255))
    }
    return Colour(
      red: channels[0], green: channels[1], blue: channels[2], alpha: alpha(arguments))
  }

  private static func hsl(_ bytes: ArraySlice<UInt8>) -> Colour? {
    guard let arguments = arguments(bytes) else { return nil }
    let turns = arguments[0].value / 360
    let hue = (turns - turns.rounded(.down)) * 6
    let saturation = share(arguments[1])
    let lightness = share(arguments[2])
    let chroma = (1 - (2 * lightness - 1).magnitude) * saturation
    let middle = chroma * (1 - (hue - (hue / 2).rounded(.down) * 2 - 1).magnitude)
    let base = lightness - chroma / 2
    let (red, green, blue): (Double, Double, Double)
    switch hue {
    case ..<1: (red, green, blue) = (chroma, middle, 0)
    case ..<2: (red, green, blue) = (middle, chroma, 0)
    case ..<3: (red, green, blue) = (0, chroma, middle)
    case ..<4: (red, green, blue) = (0, middle, chroma)
    case ..<5: (red, green, blue) = (middle, 0, chroma)
    default: (red, green, blue) = (chroma, 0, middle)
    }
    return Colour(
      red: channel(red + base), green: channel(green + base), blue: channel(blue + base),
      alpha: alpha(arguments))
  }

  /// Saturation and lightness: percents, with or without their sign.
  private static func share(_ argument: Argument) -> Double {
    min(max(argument.isPercentage ? argument.value : argument.value / 100, 0), 1)
  }

  private static func alpha(_ arguments: [Argument]) -> UInt8 {
    arguments.count > 3 ? channel(arguments[3].value) : 255
  }

  private static func channel(_ share: Double) -> UInt8 {
    UInt8((min(max(share, 0), 1) * 255).rounded())
  }

  /// Three or four finite numbers between commas, blanks and a slash.
  private static func arguments(_ bytes: ArraySlice<UInt8>) -> [Argument]? {
    var arguments: [Argument] = []
    let isSeparator: (UInt8) -> Bool = { byte in
      byte == UInt8(ascii: ",") || byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "/")
    }
    for word in bytes.split(whereSeparator: isSeparator) {
      var text = String(decoding: word, as: UTF8.self)
      let isPercentage = text.hasSuffix("%")
      if isPercentage { text.removeLast() }
      if text.hasSuffix("deg") { text.removeLast(3) }
      guard let value = Double(text), value.isFinite else { return nil }
      arguments.append(
        Argument(value: isPercentage ? value / 100 : value, isPercentage: isPercentage))
    }
    return arguments.count == 3 || arguments.count == 4 ? arguments : nil
  }
}
