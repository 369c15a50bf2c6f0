/// Reads the paper below the blocks of a canvas, and lets it show in an ink.
struct GrainSampler {
  private let depths: [UInt8]
  private let effect: Grain.Effect
  /// Grains a canvas pixel, in 2⁻²⁴.
  private let step: Int64
  /// Grains in 1/64 board pixel.
  let grainsPerUnit: Double
  private let boardStep: Double
  /// How much of the paper's relief is seen, of 256: grains smaller than a pixel blur.
  private let contrast: Int32

  /// Of the depths as they are read: between four grains the extremes are averaged away.
  private static let spread = 215.0
  private static let one = 16_777_216.0

  /// - Parameter boardStep: 1/64 board pixel per canvas pixel.
  init(_ grain: Grain, boardStep: Double) {
    depths = Paper.depths
    effect = grain.effect
    grainsPerUnit = grain.perPixel / Double(BoardUnit.perPixel)
    self.boardStep = boardStep
    let grains = boardStep * grainsPerUnit
    step = Self.fixed(grains)
    contrast = grains <= 1 ? 256 : Int32(256 / grains)
  }

  /// Grains as a fixed-point number. Far outside the board the paper begins anew.
  private static func fixed(_ grains: Double) -> Int64 {
    let scaled = (grains * one).rounded(.down)
    return scaled.magnitude < 4e18 ? Int64(scaled) : 0
  }

  /// Appends how deep the paper lies at each pixel of a block, whose corner lies at `x`, `y` of the
  /// board (1/64 pixel).
  func read(into target: inout [UInt8], x: Double, y: Double) {
    let firstX = Self.fixed((x + 0.5 * boardStep) * grainsPerUnit)
    let firstY = Self.fixed((y + 0.5 * boardStep) * grainsPerUnit)
    let start = target.count
    target.append(contentsOf: repeatElement(0, count: 256))
    for row in 0..<16 {
      let v = firstY &+ Int64(row) &* step
      let top = Int(truncatingIfNeeded: v >> 24 & 255) << 8
      let bottom = (top + 256) & 0xFF00
      let down = Int32(truncatingIfNeeded: v >> 16 & 255)
      for column in 0..<16 {
        let u = firstX &+ Int64(column) &* step
        let left = Int(truncatingIfNeeded: u >> 24 & 255)
        let right = (left + 1) & 255
        let across = Int32(truncatingIfNeeded: u >> 16 & 255)
        let (a, b) = (Int32(depths[top | left]), Int32(depths[top | right]))
        let (c, d) = (Int32(depths[bottom | left]), Int32(depths[bottom | right]))
        let upper = a << 8 &+ (b &- a) &* across
        let lower = c << 8 &+ (d &- c) &* across
        let deep = (upper << 8 &+ (lower &- upper) &* down) >> 16
        target[start + row * 16 + column] = UInt8(truncatingIfNeeded: deep)
      }
    }
  }

  /// Changes a block's coverage (256 bytes) by the depths below it, 256 bytes from `start`.
  func apply(to cover: inout [UInt8], depths: [UInt8], at start: Int) {
    let contrast = contrast
    switch effect {
    case .wet(let depth):
      BlockMemory.change(&cover, by: depths, at: start) { value, deep in
        let seen = 128 &+ ((deep &- 128) &* contrast) &>> 8
        return value &- (value &* (255 &- seen) &* depth) &>> 16
      }
    case .dry(let range, let body):
      // Blurred paper is as grey as the mean of what would be seen. What the depths lose in
      // variance the ramp gains, about the same middle.
      let seen = Double(contrast) / 256
      let lost = Self.spread * Self.spread * (1 - seen * seen)
      let span = (Double(range) * Double(range) + lost).squareRoot()
      let shift = 127.5 + (Double(range) - span) / 2 - 127.5 * seen
      let middle = Int32(shift * 256)
      // In 1/65 536, so that nothing is divided for a pixel.
      let rise = (255 &+ range) &* 65_536 / 255
      let gain = Int32(255 * 65_536 / span)
      let growth = (255 &- body) &* 65_536 / (255 &* 255)
      let least = body &* 65_536 / 255
      // Whole vectors again: compared with a number, or replaced by one, they are looped over.
      let (none, all) = (SIMD4<Int32>(repeating: 0), SIMD4<Int32>(repeating: 255))
      BlockMemory.change(&cover, by: depths, at: start) { value, deep in
        let seen = (deep &* contrast &+ middle) &>> 8
        let filled = (((value &* rise) &>> 16 &- seen) &* gain) &>> 16
        let positive = filled.replacing(with: none, where: filled .< none)
        let share = positive.replacing(with: all, where: positive .> all)
        let result = (share &* (least &+ growth &* value) &+ 32_768) &>> 16
        return result.replacing(with: none, where: value .== none)
      }
    }
  }
}
