import MediaCore

/// Numbers as people read them.
enum Decimal {
  /// A finite number with exactly `places` digits after the point, rounded half away from zero.
  static func text(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * scale).rounded(.toNearestOrAwayFromZero)
    guard let whole = Int64(exactly: scaled) else { return String(value) }
    var digits = String(whole.magnitude)
    if places > 0 {
      if digits.count <= places {
        digits = String(repeating: "0", count: places + 1 - digits.count) + digits
      }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -places))
    }
    return (whole < 0 ? "-" : "") + digits
  }

  /// `0:07`, `1:23`, `1:02:03`: whole seconds, rounded down.
  static func clock(_ time: MediaTime) -> String {
    let seconds = max(time.nanoseconds, 0) / 1_000_000_000
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    let rest = twoDigits(seconds % 60)
    return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(rest)" : "\(minutes):\(rest)"
  }

  /// `12.3 s` below a minute, then as `clock`.
  static func length(_ time: MediaTime) -> String {
    time.nanoseconds < 60_000_000_000 ? "\(text(time.seconds, places: 1)) s" : clock(time)
  }

  /// `812 B`, `48.2 kB`, `3.1 MB`: decimal units, as disks are sold.
  static func bytes(_ count: Int64) -> String {
    let units = ["kB", "MB", "GB", "TB"]
    guard count >= 1_000 else { return "\(count) B" }
    var value = Double(count) / 1_000
    var unit = 0
    while value >= 999.95, unit + 1 < units.count {
      value /= 1_000
      unit += 1
    }
    return "\(text(value, places: 1)) \(units[unit])"
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
