/// What all macroblocks of a frame show that are not named: one buffer, moved as a whole.
///
/// In key frames there is no choice: they continue their neighbours' mean (DC) without levels.
struct VP8Background: Equatable, Sendable {
  var reference: VP8Reference
  var vector: VP8MotionVector

  /// Nothing changed.
  static let last = VP8Background(reference: .last, vector: .zero)

  init(reference: VP8Reference, vector: VP8MotionVector = .zero) {
    self.reference = reference
    self.vector = vector
  }

  func prediction(inKeyFrame isKeyFrame: Bool) -> VP8Prediction {
    isKeyFrame ? .intra(luma: .dc, chroma: .dc) : .inter(reference, vector)
  }
}
