/// How an ink lies on the board, apart from its colour and width.
struct InkTraits {
  /// The shape that is swept along the path.
  enum Nib {
    case round
    /// A line with rounded ends that turns with the pen's barrel.
    case broad
    /// A rectangle as long as the stroke's width: `aspect` is its height over its length, and
    /// `angle` (cosine, sine) is the direction of its long side on the board.
    case chisel(aspect: Float, cosine: Float, sine: Float)
  }

  enum Blend {
    case sourceOver
    /// Darkens what lies below; plain source-over on dark boards, where nothing could darken.
    case multiply
  }

  /// What coverage means once the whole stroke is known.
  enum Tone {
    /// As much ink as coverage.
    case even
    /// A wash: coverage says how deep a pixel lies inside; the rim is darker than the middle.
    case wash
  }

  var nib = Nib.round
  var blend = Blend.sourceOver
  var tone = Tone.even
  /// 0…255: multiplies the colour's alpha, once for the whole stroke.
  var opacity: UInt8 = 255
  /// Share of the half width over which coverage rises from the edge; at least a canvas pixel.
  var softness: Float = 0
  var grain: Grain?

  static func traits(of kind: InkKind) -> InkTraits {
    switch kind {
    case .pen, .monoline:
      return InkTraits()
    case .fountainPen:
      return InkTraits(nib: .broad)
    case .marker:
      // A chisel held at 45°: the ratio of 1:4 makes strokes across it four times as wide as
      // strokes along it.
      return InkTraits(
        nib: .chisel(aspect: 0.25, cosine: 0.707_106_77, sine: -0.707_106_77), blend: .multiply,
        opacity: 166)
    case .pencil:
      return InkTraits(softness: 0.4, grain: .graphite)
    case .crayon:
      return InkTraits(softness: 0.22, grain: .wax)
    case .watercolor:
      return InkTraits(
        blend: .multiply, tone: .wash, opacity: 132, softness: 0.5, grain: .pigment)
    }
  }
}
