/// Reads the paper below one block of a canvas.
struct GrainSampler {
  private let heights: [UInt8]
  private let effect: Grain.Effect
  /// Grains a canvas pixel, in 2⁻²⁴.
  private let step: Int64
  private let grainsPerUnit: Double
  private let boardStep: Double
  /// How much of the paper's relief is seen, of 256: grains smaller than a pixel blur.
  private let contrast: Int32

  private static let one = 16_777_216.0

  /// - Parameter boardStep: 1/64 board pixel per canvas pixel.
  init(_ grain: Grain, boardStep: Double) {
    heights = Paper.heights
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

  /// Changes a block's coverage, whose corner lies at `x`, `y` of the board (1/64 pixel).
  func apply(to cover: inout [UInt8], x: Double, y: Double) {
    let firstX = Self.fixed((x + 0.5 * boardStep) * grainsPerUnit)
    let firstY = Self.fixed((y + 0.5 * boardStep) * grainsPerUnit)
    for row in 0..<16 {
      let v = firstY &+ Int64(row) &* step
      let top = Int(truncatingIfNeeded: v >> 24 & 255) << 8
      let bottom = (top + 256) & 0xFF00
      let down = Int32(truncatingIfNeeded: v >> 16 & 255)
      for column in 0..<16 {
        let index = row << 4 | column
        let value = Int32(cover[index])
        if value == 0 { continue }
        let u = firstX &+ Int64(column) &* step
        let left = Int(truncatingIfNeeded: u >> 24 & 255)
        let right = (left + 1) & 255
        let across = Int32(truncatingIfNeeded: u >> 16 & 255)
        let upper =
          Int32(heights[top | left]) &* (256 &- across)
          &+ Int32(heights[top | right]) &* across
        let lower =
          Int32(heights[bottom | left]) &* (256 &- across)
          &+ Int32(heights[bottom | right]) &* across
        let height = (upper &* (256 &- down) &+ lower &* down) >> 16
        cover[index] = UInt8(truncatingIfNeeded: changed(value, height))
      }
    }
  }

  /// Coverage 0…255 on paper of a height of 0…255.
  @inline(__always)
  private func changed(_ value: Int32, _ height: Int32) -> Int32 {
    switch effect {
    case .wet(let depth):
      let seen = 128 &+ ((height &- 128) &* contrast) >> 8
      return value &- (value &* seen &* depth) >> 16
    case .dry(let range, let body):
      // Blurred paper is as grey as the mean of what would be seen: a ramp over all heights.
      let seen = (height &* contrast &+ (range >> 1) &* (256 &- contrast)) >> 8
      let span = (range &* contrast &+ 255 &* (256 &- contrast)) >> 8
      let filled = (value &* (255 &+ range) / 255 &- seen) &* 255 / span
      let share = filled < 0 ? 0 : filled > 255 ? 255 : filled
      return share &* (body &+ (255 &- body) &* value / 255) / 255
    }
  }
}
