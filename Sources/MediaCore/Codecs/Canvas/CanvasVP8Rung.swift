/// How well a macroblock is shown, best first. The number is its segment in frames that use several.
enum CanvasVP8Rung: UInt8, CaseIterable, Comparable, Sendable {
  /// By the stream's quantiser: for good.
  case final
  case fine
  case coarse
  /// Only the average of each 4×4 block.
  case preview

  static func < (one: CanvasVP8Rung, other: CanvasVP8Rung) -> Bool { one.rawValue < other.rawValue }

  /// Its step, in steps of the stream.
  var factor: Double {
    switch self {
    case .final: 1
    case .fine: 2.5
    case .coarse, .preview: 6
    }
  }

  /// What share of the bits at full quality is left: bits follow the step to the power of −0.75.
  /// Nothing is known of previews.
  var share: Double? {
    self == .preview ? nil : 1 / (factor * factor.squareRoot()).squareRoot()
  }
}
