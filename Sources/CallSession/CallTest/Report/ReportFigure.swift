/// How figures are written for people. What is not known is a dash, never a number.
enum ReportFigure {
  static let unknown = "–"

  private static let powers: [Double] = [1, 10, 100, 1000, 10_000]

  /// At most four decimals.
  static func text(_ value: Double?, _ decimals: Int = 0, minus: String = "−") -> String {
    guard let value, value.isFinite else { return unknown }
    let places = min(max(decimals, 0), powers.count - 1)
    let scaled = (value.magnitude * powers[places]).rounded()
    // Beyond whole numbers of 53 bits there are no decimals to write.
    guard scaled < 0x1p53 else { return "\(value)" }
    let sign = value < 0 && scaled > 0 ? minus : ""
    guard places > 0 else { return sign + String(Int64(scaled)) }
    let scale = Int64(powers[places])
    let (whole, rest) = Int64(scaled).quotientAndRemainder(dividingBy: scale)
    let digits = String(rest)
    return sign + "\(whole)." + String(repeating: "0", count: places - digits.count) + digits
  }

  /// Of a share 0…1; small ones with two decimals.
  static func percent(_ share: Double?) -> String {
    guard let share, share.isFinite else { return unknown }
    if share == 0 || share == 1 { return text(share * 100) + " %" }
    return text(share * 100, share.magnitude < 0.0095 ? 2 : 1) + " %"
  }

  /// Of milliseconds; long ones in seconds.
  static func milliseconds(_ value: Double?) -> String {
    guard let value, value.isFinite else { return unknown }
    return value.magnitude < 1000 ? text(value) + " ms" : text(value / 1000, 1) + " s"
  }

  static func seconds(_ value: Double?) -> String {
    guard let value, value.isFinite else { return unknown }
    return text(value, 1) + " s"
  }

  static func bitrate(_ value: Double?) -> String {
    guard let value, value.isFinite else { return unknown }
    return value < 1e6 ? text(value / 1000) + " kbit/s" : text(value / 1e6, 2) + " Mbit/s"
  }

  /// With as many decimals as it needs, two at most.
  static func short(_ value: Double?) -> String {
    guard let value, value.isFinite else { return unknown }
    let tenths = value * 10
    return text(value, value.rounded() == value ? 0 : tenths.rounded() == tenths ? 1 : 2)
  }

  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// The middle of what is sorted: of `share` of all it is no more. Nil of nothing.
  static func quantile(_ share: Double, of values: [Double]) -> Double? {
    let sorted = values.filter(\.isFinite).sorted()
    guard !sorted.isEmpty else { return nil }
    let place = min(max(share, 0), 1) * Double(sorted.count - 1)
    let lower = Int(place)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
  }
}
