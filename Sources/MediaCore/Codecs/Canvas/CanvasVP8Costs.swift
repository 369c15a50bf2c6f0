/// What a macroblock is expected to cost, in 256ths of a bit.
struct CanvasVP8Costs {
  private var final: Int
  private var preview = 80 * 256
  private var finalTokens: VP8TokenCosts
  private var previewTokens: VP8TokenCosts

  /// - Parameter bits: of a macroblock at full quality.
  init(bits: Int, _ tokens: VP8TokenCosts) {
    final = bits * 256
    (finalTokens, previewTokens) = (tokens, tokens)
  }

  func of(_ rung: CanvasVP8Rung) -> Int {
    guard let share = rung.share else { return preview }
    return max(Int(Double(final) * share), preview)
  }

  func tokens(of rung: CanvasVP8Rung) -> VP8TokenCosts {
    rung == .preview ? previewTokens : finalTokens
  }

  mutating func set(_ cost: Int, _ tokens: VP8TokenCosts, of rung: CanvasVP8Rung) {
    if rung == .preview {
      (preview, previewTokens) = (cost, tokens)
    } else {
      (final, finalTokens) = (cost, tokens)
    }
  }

  /// With what was coded counted in.
  mutating func note(_ cost: Int, as rung: CanvasVP8Rung) {
    if let share = rung.share {
      final = (final * 31 + Int(Double(cost) / share)) / 32
    } else {
      preview = (preview * 31 + cost) / 32
    }
  }
}
