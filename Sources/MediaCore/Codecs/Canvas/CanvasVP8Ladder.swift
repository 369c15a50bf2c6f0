/// The qualities in which a stream can show a macroblock.
///
/// y_ac_qi stays what it is, for receivers' post-processing blends pictures when it rises; coarser
/// qualities are segments with quantisers of their own (RFC 6386, 9.3).
struct CanvasVP8Ladder {
  /// By rung.
  private let choices: [CanvasVP8Choice]
  /// By segment.
  let segmentation: VP8FrameHeader.Segmentation

  init(quantiser: UInt8, costs: VP8TokenCosts) {
    let step = Double(VP8Quantiser(quantiser).luma.other.step)
    var quantisers = SIMD4<UInt8>(repeating: quantiser)
    choices = CanvasVP8Rung.allCases.map { rung in
      let index = Self.index(ofStep: step * rung.factor, from: quantiser)
      quantisers[Int(rung.rawValue)] = index
      return CanvasVP8Choice(
        residual: VP8Residual(quantiser: VP8Quantiser(index)), costs: costs)
    }
    segmentation = VP8FrameHeader.Segmentation(quantisers: quantisers)
  }

  subscript(rung: CanvasVP8Rung) -> CanvasVP8Choice { choices[Int(rung.rawValue)] }

  /// The finest quantiser whose step is that large.
  private static func index(ofStep step: Double, from first: UInt8) -> UInt8 {
    for index in first..<127 where Double(VP8Quantiser(index).luma.other.step) >= step {
      return index
    }
    return 127
  }
}
