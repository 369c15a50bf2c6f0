package import MediaCore

/// A token bucket: how much may be spent on something, so that answering requests cannot use up a link.
package struct RateCap: Sendable {
  /// Bits a second.
  package var rate: Int64
  /// How much may be spent at once after a rest, as time at this rate.
  private let burst: MediaTime
  private var filled: MediaTime?
  /// Nanobits.
  private var tokens: Int64 = 0

  package init(rate: Int64, burst: MediaTime) {
    self.rate = rate
    self.burst = burst
  }

  /// Whether `bytes` may be spent now; they are, if so. A bucket that is not empty lets any size pass, and
  /// the next one waits.
  package mutating func take(_ bytes: Int, at now: MediaTime) -> Bool {
    let most = Double(rate) * Double(burst.nanoseconds)
    let elapsed = filled.map { Double((now - $0).nanoseconds) } ?? Double(burst.nanoseconds)
    let full = min(Double(tokens) + Double(rate) * elapsed, most, 4e18)
    tokens = Int64(full)
    filled = now
    guard tokens > 0 else { return false }
    tokens -= Int64(bytes) * 8_000_000_000
    return true
  }
}
