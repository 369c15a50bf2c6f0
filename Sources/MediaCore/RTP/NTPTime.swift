/// Wall-clock time as RTCP tells it: seconds since 1900 in 32.32 fixed point (RFC 3550, 4).
package struct NTPTime: Hashable, Sendable {
  package var rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// From 1970 to 1900.
  private static let epoch: Int64 = 2_208_988_800

  /// - Parameter nanoseconds: since 1970.
  package init(unixNanoseconds nanoseconds: Int64) {
    let seconds =
      nanoseconds >= 0 ? nanoseconds / 1_000_000_000 : (nanoseconds - 999_999_999) / 1_000_000_000
    let rest = UInt64(nanoseconds - seconds * 1_000_000_000)
    let fraction = ((rest << 32) + 500_000_000) / 1_000_000_000
    rawValue = UInt64(truncatingIfNeeded: seconds + Self.epoch) << 32 &+ fraction
  }

  /// Nanoseconds since 1970, to the nearest.
  package var unixNanoseconds: Int64 {
    let seconds = Int64(rawValue >> 32) - Self.epoch
    let fraction = (rawValue & 0xFFFF_FFFF) * 1_000_000_000 + 1 << 31
    return seconds * 1_000_000_000 + Int64(fraction >> 32)
  }

  /// The middle 32 bits, as reception reports repeat them (6.4.1, LSR).
  package var middle: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 16) }
}
