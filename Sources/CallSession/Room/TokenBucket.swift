package import MediaCore

/// Says how often something may happen: `burst` at once, then `perSecond`.
///
/// Counts in billionths of a token, so that no rounding adds up, and any number of seconds fits.
package struct TokenBucket: Sendable {
  package struct Rate: Equatable, Sendable {
    package var perSecond: Int64
    package var burst: Int64

    package init(perSecond: Int64, burst: Int64) {
      precondition(perSecond > 0 && burst > 0 && burst < 1 << 32, "a rate is above 0")
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  private let rate: Rate
  private var level: Int64
  private var filledAt: MediaTime

  private static let unit: Int64 = 1_000_000_000

  package init(_ rate: Rate, at now: MediaTime) {
    self.rate = rate
    level = rate.burst * Self.unit
    filledAt = now
  }

  /// Takes `count` tokens.
  ///
  /// - Returns: nil when they were there; else how long it takes until they would be, or would be
  ///   for as much as the bucket holds. Then nothing was taken.
  package mutating func take(_ count: Int64 = 1, at now: MediaTime) -> MediaTime? {
    fill(now)
    let wanted = max(count, 0).multipliedReportingOverflow(by: Self.unit)
    let cost = wanted.overflow ? Int64.max : wanted.partialValue
    guard cost > level else {
      level -= cost
      return nil
    }
    let missing = min(cost, rate.burst * Self.unit) - level
    return MediaTime(nanoseconds: max(missing, 0) / rate.perSecond + 1)
  }

  private mutating func fill(_ now: MediaTime) {
    guard now > filledAt else { return }
    let gain = (now - filledAt).nanoseconds.multipliedReportingOverflow(by: rate.perSecond)
    let full = rate.burst * Self.unit
    let sum = level.addingReportingOverflow(gain.partialValue)
    level = gain.overflow || sum.overflow ? full : min(sum.partialValue, full)
    filledAt = now
  }
}
