/// Coefficient probabilities of ink, trained on boards by `Scripts/train-prior`. A key frame brings
/// them once, for about 1.1 kB; other frames change nothing and leave nothing behind.
enum CanvasVP8Prior {
  static let free = VP8CoefficientProbabilities.standard
  static let canonical = VP8CoefficientProbabilities.standard
}
