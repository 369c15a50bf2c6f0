/// How an ink takes to the paper: a fixed pattern of the board, not of the screen.
struct Grain {
  /// Grains of the paper a board pixel: a multiple of 1/16, so that places are exact under a pan.
  var perPixel: Double
  /// What the paper's depth does to coverage.
  var effect: Effect

  enum Effect {
    /// A dry ink stays on what stands out. `range` is the span of depths, of 255, from bare to
    /// full; `body` the share of 255 that ink has where coverage is faint.
    case dry(range: Int32, body: Int32)
    /// A wet ink settles a little more in the valleys: by up to so many of 255 more than on top.
    case wet(depth: Int32)
  }

  static let graphite = Grain(perPixel: 1.25, effect: .dry(range: 180, body: 150))
  static let wax = Grain(perPixel: 0.5625, effect: .dry(range: 92, body: 215))
  static let pigment = Grain(perPixel: 0.3125, effect: .wet(depth: 40))
}
