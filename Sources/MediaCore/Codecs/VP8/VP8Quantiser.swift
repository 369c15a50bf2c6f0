/// The six steps of one quantiser index (RFC 6386, 9.6 and 14.1), and where levels round to.
struct VP8Quantiser: Equatable, Sendable {
  /// Coefficient 0 and the others of one kind of block.
  struct Plane: Equatable, Sendable {
    var first: Step
    var other: Step
  }

  /// A step and how to divide by it: ⌊(|x| + rounding)·reciprocal / 65 536⌋.
  struct Step: Equatable, Sendable {
    var step: Int16
    var reciprocal: UInt16
    var rounding: Int16

    /// `fraction` of a step, in 1/256, is added before levels are rounded down.
    init(_ step: Int16, rounding fraction: Int32) {
      self.step = step
      reciprocal = UInt16(65_536 / Int32(step) + 1)
      rounding = Int16((Int32(step) * fraction) >> 8)
    }

    /// The level of one value of at most ±16 384, and what comes back from it.
    func quantise(_ value: Int32) -> (level: Int16, restored: Int32) {
      let size = ((value.magnitude + UInt32(rounding)) * UInt32(reciprocal)) >> 16
      let level = value < 0 ? -Int32(size) : Int32(size)
      return (Int16(truncatingIfNeeded: level), level * Int32(step))
    }
  }

  /// y_ac_qi, 0…127.
  let index: UInt8
  /// Luma; its first coefficient counts only where there is no Y2.
  let luma: Plane
  let second: Plane
  let chroma: Plane

  /// Indices above 127 count as 127.
  init(_ index: UInt8, rounding: Rounding = .ink) {
    let index = min(index, 127)
    self.index = index
    let first = Self.firstSteps[Int(index)]
    let other = Self.otherSteps[Int(index)]
    luma = Plane(
      first: Step(first, rounding: rounding.first), other: Step(other, rounding: rounding.luma))
    second = Plane(
      first: Step(first * 2, rounding: rounding.first),
      other: Step(Int16(max(8, Int32(other) * 155 / 100)), rounding: rounding.second))
    chroma = Plane(
      first: Step(min(first, 132), rounding: rounding.first),
      other: Step(other, rounding: rounding.chroma))
  }

  /// What part of a step, in 1/256, is added to a coefficient before it is rounded down: 128 rounds
  /// to nearest, less leaves a dead zone around zero.
  struct Rounding: Equatable, Sendable {
    /// Coefficient 0 of every kind of block.
    var first: Int32
    /// Coefficients 1–15 of luma, Y2 and chroma.
    var luma: Int32
    var second: Int32
    var chroma: Int32

    /// Tuned on generated boards of thin antialiased strokes at quantisers 2–60, coded whole against
    /// a plain page with probabilities of their own, by bytes at equal error.
    ///
    /// Coefficients 0 are the colour of the ground and round to nearest, so that flat ground stays
    /// what it is. For luma 112 is best: 128 costs 0.6 % more, 96 0.7 %, 80 2 %, 64 4 %. An edge of
    /// ink spreads over all frequencies alike, so, unlike for photographs, high ones get no wider
    /// dead zone than low ones. On a photograph 96 would save 1–2 %.
    static let ink = Rounding(first: 128, luma: 112, second: 120, chroma: 104)
  }
}
