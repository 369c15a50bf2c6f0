/// What is left of a frame's budget while it is coded.
///
/// The encoder reads no clock: time counts as so many macroblocks.
struct CanvasVP8Allowance {
  /// In 256ths of a bit.
  private var left: Int
  /// Macroblocks at full quality; a preview takes a quarter of one.
  private var macroblocks: Double

  /// Of a macroblock at full quality, measured at 8 µs on the machine of the benchmarks; with room
  /// for slower ones.
  private static let nanoseconds = 16_000.0

  /// No limit.
  init() {
    left = .max
    macroblocks = .infinity
  }

  /// - Parameter total: macroblocks of the frame: each takes a share of a bit to be passed over.
  ///   Nil when not even a frame in which nothing changes fits.
  init?(_ budget: EncodeRequest.Budget, total: Int) {
    let empty = 256 + total / 4
    let bits = budget.bits - budget.bits / 12 - empty
    guard bits > 0 else { return nil }
    left = min(bits, 1 << 40) * 256
    macroblocks = Double(budget.time.nanoseconds) / Self.nanoseconds
  }

  var isSpent: Bool { left <= 0 || macroblocks <= 0 }

  /// Whether so many macroblocks of a mean cost (256ths of a bit) fit.
  func holds(_ count: Int, of cost: Int) -> Bool {
    left == .max || (count * cost <= left && Double(count) <= macroblocks)
  }

  /// Takes what it costs to say that so many macroblocks of a frame of `total` merely repeat
  /// something: up to six bits each, less where most do, and next to no time.
  ///
  /// - Returns: how many of them fit.
  mutating func takeRepeats(_ count: Int, of total: Int) -> Int {
    if left == .max { return count }
    let bits = min(count * 6, (total - count) * 4)
    let fitting = bits * 256 <= left ? count : min(max(left, 0) / (6 * 256), count)
    left -= min(fitting * 6, bits) * 256
    return fitting
  }

  mutating func take(_ cost: Int, isPreview: Bool) {
    guard left != .max else { return }
    left -= cost
    macroblocks -= isPreview ? 0.25 : 1
  }
}
