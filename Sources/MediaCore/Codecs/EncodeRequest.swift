package import Strokes

/// What a `VideoEncoder` is asked to do with the picture that comes along.
package struct EncodeRequest: Sendable {
  package enum Pass: Sendable {
    /// Shown soon and improved later: speed and few bytes count.
    case preview
    /// As good as it is going to be.
    case final
  }

  /// What a frame may cost. Without one the quality that the encoder was made with decides.
  package struct Budget: Equatable, Sendable {
    package var bits: Int
    /// Time that the encoder may take, as a length.
    package var time: MediaTime
    /// Whether no frame is better than one that shows only a part of the change: a later one is
    /// going to have more.
    package var mayWait: Bool

    package init(bits: Int, time: MediaTime, mayWait: Bool = false) {
      self.bits = bits
      self.time = time
      self.mayWait = mayWait
    }
  }

  /// When the frame is shown. Rises strictly from call to call.
  package var time: MediaTime
  /// Blocks that may differ from what the last frame showed, or that are to be coded again at a
  /// better quality. No other block of the picture is read, unless a key frame is wanted.
  package var blocks: BlockMap
  /// A shortcut that the encoder takes only after it has verified it.
  package var hint: DamageHint?
  package var pass: Pass
  /// In passes that improve what is shown already: 1 for the first, 2 for the next. Else 0.
  package var refinement: Int
  package var wantsKeyFrame: Bool
  package var budget: Budget?

  package init(
    time: MediaTime, blocks: BlockMap, hint: DamageHint? = nil, pass: Pass = .preview,
    refinement: Int = 0, wantsKeyFrame: Bool = false, budget: Budget? = nil
  ) {
    self.time = time
    self.blocks = blocks
    self.hint = hint
    self.pass = pass
    self.refinement = refinement
    self.wantsKeyFrame = wantsKeyFrame
    self.budget = budget
  }
}
