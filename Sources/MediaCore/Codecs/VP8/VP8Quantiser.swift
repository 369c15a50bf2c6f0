/// The six steps of one quantiser index (RFC 6386, 9.6 and 14.1), and where levels round to.
///
/// Rounding is tuned for ink. The first coefficients of Y2 and chroma, which are the colour of the
/// ground, round to nearest, so that flat ground stays what it is. All others round down within a
/// dead zone of a little over half a step: an edge of ink spreads over all frequencies alike, so,
/// unlike for photographs, high ones get no wider a dead zone than low ones.
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
  init(_ index: UInt8) {
    let index = min(index, 127)
    self.index = index
    let first = Self.firstSteps[Int(index)]
    let other = Self.otherSteps[Int(index)]
    luma = Plane(first: Step(first, rounding: 128), other: Step(other, rounding: 112))
    second = Plane(
      first: Step(first * 2, rounding: 128),
      other: Step(Int16(max(8, Int32(other) * 155 / 100)), rounding: 112))
    chroma = Plane(
      first: Step(min(first, 132), rounding: 128), other: Step(other, rounding: 112))
  }
}
