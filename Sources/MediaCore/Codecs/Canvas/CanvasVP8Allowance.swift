/// What is left of a frame's budget while it is planned and coded.
///
/// The encoder reads no clock: time counts as so many macroblocks.
struct CanvasVP8Allowance {
  /// In 256ths of a bit.
  private(set) var bits: Int
  /// Macroblocks at full quality.
  private var macroblocks: Double

  /// Of a macroblock at full quality, measured at 8 µs on the machine of the benchmarks; with room
  /// for slower ones.
  private static let nanoseconds = 16_000.0
  /// What a preview takes of it, and finding nothing to be coded.
  private static let preview = 0.35
  private static let look = 0.1

  /// - Parameter total: macroblocks of the frame: each takes a share of a bit to be passed over.
  ///   Nil when not even a frame in which nothing changes fits.
  init?(_ budget: EncodeRequest.Budget, total: Int) {
    // The frame's header, and the segments'.
    let empty = 256 + 128 + total / 4
    let bits = min(budget.bits, 1 << 40)
    guard bits > empty else { return nil }
    // Costs are of the stream's probabilities, and between neighbours without levels.
    self.bits = (bits - empty) * 15 / 16 * 256
    macroblocks = Double(budget.time.nanoseconds) / Self.nanoseconds
  }

  /// Whether so many macroblocks of a mean cost (256ths of a bit) fit, and `reserve` besides.
  func holds(_ count: Int, _ cost: Int, as rung: CanvasVP8Rung, reserve: Int = 0) -> Bool {
    count * cost + reserve <= bits && Double(count) * Self.time(rung) <= macroblocks
  }

  /// How many macroblocks of a mean cost fit.
  func count(of cost: Int, as rung: CanvasVP8Rung) -> Int {
    max(min(bits / max(cost, 1), Int(min(macroblocks, 1e6) / Self.time(rung))), 0)
  }

  /// The part of it that so many 256ths are.
  func part(_ share: Int) -> CanvasVP8Allowance {
    var part = self
    part.bits = bits / 256 * share
    part.macroblocks = macroblocks * Double(share) / 256
    return part
  }

  /// With half of the time: coding again what is shown already is not worth a hurry.
  var halvingTime: CanvasVP8Allowance {
    var half = self
    half.macroblocks /= 2
    return half
  }

  mutating func take(_ count: Int, _ cost: Int, as rung: CanvasVP8Rung) {
    bits -= count * cost
    macroblocks -= Double(count) * Self.time(rung)
  }

  /// Takes what it costs to say that so many macroblocks of a frame of `total` merely repeat
  /// something: up to six bits each, less where most do, and next to no time.
  ///
  /// - Returns: how many of them fit.
  mutating func takeRepeats(_ count: Int, of total: Int) -> Int {
    let cost = min(count * 6, (total - count) * 4) * 256
    if cost <= bits {
      bits -= cost
      return count
    }
    let fitting = min(bits / (6 * 256), count)
    bits -= fitting * 6 * 256
    return fitting
  }

  /// Takes the time of a macroblock with nothing to be coded.
  mutating func look() { macroblocks -= Self.look }

  private static func time(_ rung: CanvasVP8Rung) -> Double { rung == .preview ? preview : 1 }
}
