import MediaCore
import MediaIO
import Strokes

/// How the values of options are written. Each answers nil for what it does not understand.
enum ArgumentValues {
  /// `12.5` seconds, `1:23.4` minutes and seconds, `1:02:03` with hours. At most 10 000 hours.
  static func time(_ text: String) -> MediaTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last,
      let seconds = decimal(last, places: 9)
    else { return nil }
    guard parts.count == 1 || seconds < 60_000_000_000 else { return nil }
    var minutes: Int64 = 0
    for (index, part) in parts.dropLast().enumerated() {
      guard let number = digits(part), index == 0 || number < 60 else { return nil }
      minutes = minutes * 60 + number
    }
    let limit: Int64 = 36_000_000 * 1_000_000_000
    guard minutes <= 600_000, seconds <= limit else { return nil }
    let total = minutes * 60_000_000_000 + seconds
    return total <= limit ? MediaTime(nanoseconds: total) : nil
  }

  /// `1920x1080`. VP8 keeps sizes in 14 bits, so neither side exceeds 16 383.
  static func size(_ text: String) -> (width: Int32, height: Int32)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = digits(parts[0]), let height = digits(parts[1]),
      (1...16_383).contains(width), (1...16_383).contains(height)
    else { return nil }
    return (Int32(width), Int32(height))
  }

  /// A share of a second as `30`, `29.97` or `30000/1001`; at most 240.
  static func frameRate(_ text: String) -> FrameRate? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let rate: (frames: Int64, seconds: Int64)
    switch parts.count {
    case 1:
      guard let thousandths = decimal(parts[0], places: 3) else { return nil }
      rate = (thousandths, 1_000)
    case 2:
      guard let frames = digits(parts[0]), let seconds = digits(parts[1]) else { return nil }
      rate = (frames, seconds)
    default:
      return nil
    }
    guard rate.frames > 0, (1...1_000_000).contains(rate.seconds),
      rate.frames <= 240 * rate.seconds
    else { return nil }
    let divisor = greatestCommonDivisor(rate.frames, rate.seconds)
    return FrameRate(frames: rate.frames / divisor, seconds: rate.seconds / divisor)
  }

  /// A positive number such as `0.5`, within `range`.
  static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    guard let millionths = decimal(Substring(text), places: 6) else { return nil }
    let value = Double(millionths) / 1e6
    return range.contains(value) ? value : nil
  }

  static func integer(_ text: String, in range: ClosedRange<Int64>) -> Int64? {
    guard let value = digits(Substring(text)), range.contains(value) else { return nil }
    return value
  }

  /// Bits a second as `2000000`, `2000k` or `2M`; 10 k to 200 M.
  static func bitrate(_ text: String) -> Int64? {
    var number = Substring(text)
    var factor: Int64 = 1
    if let last = number.last, last == "k" || last == "M" {
      factor = last == "k" ? 1_000 : 1_000_000
      number = number.dropLast()
    }
    guard let thousandths = decimal(number, places: 3), thousandths <= 200_000_000_000 else {
      return nil
    }
    let (product, overflow) = thousandths.multipliedReportingOverflow(by: factor)
    let value = product / 1_000
    return !overflow && (10_000...200_000_000).contains(value) ? value : nil
  }

  /// `192.0.2.7:5004`, `[2001:db8::7]:5004` or `localhost:5004`; no other names, and a port from 1 on.
  static func address(_ text: String) -> SocketAddress? {
    guard let colon = text.lastIndex(of: ":"),
      let port = digits(text[text.index(after: colon)...]), (1...65_535).contains(port)
    else { return nil }
    var host = text[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = host.dropFirst().dropLast() }
    if host == "localhost" { host = "127.0.0.1" }
    guard let address = SocketAddress(String(host), port: UInt16(port)),
      address.isIPv6 == isBracketed
    else { return nil }
    return address
  }

  /// A CSS colour, or `transparent`.
  static func background(_ text: String) -> Background? {
    CSSColour.parse(text).map { $0.alpha == 0 ? .transparent : .colour($0) }
  }

  private static func digits(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.count <= 18 else { return nil }
    var value: Int64 = 0
    for byte in text.utf8 {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value
  }

  /// A decimal number in steps of 10⁻ᵖˡᵃᶜᵉˢ; further places are refused, not rounded.
  private static func decimal(_ text: Substring, places: Int) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = digits(parts[0]), whole <= 1_000_000_000 else { return nil }
    var value = whole
    let fraction = parts.count == 2 ? parts[1] : ""
    guard parts.count == 1 || !fraction.isEmpty, fraction.utf8.count <= places else { return nil }
    for _ in 0..<places { value *= 10 }
    guard !fraction.isEmpty else { return value }
    guard var rest = digits(fraction) else { return nil }
    for _ in fraction.utf8.count..<places { rest *= 10 }
    return value + rest
  }

  private static func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
