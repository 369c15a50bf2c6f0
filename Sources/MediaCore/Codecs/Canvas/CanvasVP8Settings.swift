package import Strokes

/// How an encoder of boards works.
package struct CanvasVP8Settings: Equatable, Sendable {
  package enum Mode: Equatable, Sendable {
    /// The best prediction by cost: for files.
    case free
    /// Every touched macroblock is its pixels on a plain page, whatever was there before, so
    /// joiners and lost packets cost nobody a key frame: for live boards.
    case canonical(ground: Colour)
  }

  package var mode: Mode
  /// y_ac_qi of everything that is shown for good, 0 (best) to 127.
  package var quantiser: UInt8
  /// Passes in which what a budget left over is brought up to quality. A free stream without budgets
  /// needs none; a canonical one begins with an empty page, and shows its picture with the next.
  package var refinements: Int
  /// Frames are going to have budgets.
  package var expectsBudgets = false
  /// Whether tokens are counted, for training.
  package var countsTokens = false

  package init(mode: Mode = .free, quantiser: UInt8 = 12) {
    self.mode = mode
    self.quantiser = min(quantiser, 127)
    refinements = mode == .free ? 0 : 1
  }
}
