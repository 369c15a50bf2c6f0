/// What a codec does to speech in the E-model.
package struct CodecImpairment: Equatable, Sendable {
  /// Ie,WB: without any loss.
  package var impairment: Double
  /// Bpl,WB: how well it bears loss; the higher, the better.
  package var robustness: Double

  package init(impairment: Double, robustness: Double) {
    self.impairment = impairment
    self.robustness = robustness
  }

  /// Opus at a bit rate, in bits a second.
  ///
  /// ITU-T G.113 has no constants for Opus. These are the super-wideband ones (variable rate, random
  /// loss) that Alahmadi derived with Počta and Melvin for "An Adaptive Bitrate Switching Algorithm for
  /// Speech Applications in Context of WebRTC" (ACM TOMM 17(4), 2021, doi 10.1145/3458751), rounded, and
  /// between them a straight line. On the wideband scale of 129, where they are used here, an impairment
  /// weighs more than on theirs: the score errs to the low side.
  package static func opus(bitrate: Double) -> CodecImpairment {
    let kilobits = bitrate / 1000
    guard let above = opusTable.firstIndex(where: { $0.kilobits >= kilobits }) else {
      return opusTable[opusTable.count - 1].constants
    }
    guard above > 0 else { return opusTable[0].constants }
    let (low, high) = (opusTable[above - 1], opusTable[above])
    let share = (kilobits - low.kilobits) / (high.kilobits - low.kilobits)
    return CodecImpairment(
      impairment: low.constants.impairment
        + share * (high.constants.impairment - low.constants.impairment),
      robustness: low.constants.robustness
        + share * (high.constants.robustness - low.constants.robustness))
  }

  private static let opusTable: [(kilobits: Double, constants: CodecImpairment)] = [
    (16, CodecImpairment(impairment: 30.2, robustness: 11.83)),
    (19, CodecImpairment(impairment: 23.8, robustness: 10.67)),
    (22, CodecImpairment(impairment: 20.2, robustness: 10.47)),
    (25, CodecImpairment(impairment: 20.2, robustness: 11.28)),
    (28, CodecImpairment(impairment: 18.5, robustness: 10.63)),
    (31, CodecImpairment(impairment: 16.8, robustness: 10.44)),
    (34, CodecImpairment(impairment: 14.8, robustness: 10.12)),
    (37, CodecImpairment(impairment: 12.1, robustness: 10.38)),
    (40, CodecImpairment(impairment: 10.7, robustness: 9.79)),
  ]
}
