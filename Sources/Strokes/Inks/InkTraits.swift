/// How an ink behaves, apart from its colour and width.
struct InkTraits {
  /// The shape that is swept along the path.
  enum Nib {
    case round
    /// A rectangle as long as the stroke's width: `aspect` is its height over its length, and
    /// `angle` (cosine, sine) is the direction of its long side on the board.
    case chisel(aspect: Float, cosine: Float, sine: Float)
  }

  enum Blend {
    case sourceOver
    /// Darkens what lies below; plain source-over on dark boards, where nothing could darken.
    case multiply
  }

  var nib = Nib.round
  var blend = Blend.sourceOver
  /// 0…255: multiplies the colour's alpha, once for the whole stroke.
  var opacity: UInt8 = 255
  var grain: Grain?

  static func traits(of kind: InkKind) -> InkTraits {
    switch kind {
    case .marker:
      // A chisel held at 45°: the ratio of 1:4 makes strokes across it four times as wide as
      // strokes along it.
      return InkTraits(
        nib: .chisel(aspect: 0.25, cosine: 0.707_106_77, sine: -0.707_106_77), blend: .multiply,
        opacity: 166)
    case .pen, .monoline, .pencil, .fountainPen, .watercolor, .crayon:
      return InkTraits()
    }
  }
}
