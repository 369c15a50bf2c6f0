internal import Strokes

/// Sets a line of text and gives its glyphs as outlines, in the pinned fonts alone.
///
/// Shaping, bidirectional order and fallback to other scripts are Pango's. Glyphs that bring their
/// own colours (emoji) have no outline: each run of them becomes a picture at four times its size.
final class TextOutliner {
  struct Style: Equatable {
    var family: String
    var isBold: Bool
    /// Of the em, in board pixels.
    var size: Double
  }

  /// A set line. Its origin lies at its left end on the baseline.
  struct Line {
    var text: String
    var outline: Outline
    var pictures: [GlyphPicture]
    /// How far the next glyph would stand from the origin, in board pixels.
    var width: Double
  }

  /// Coloured glyphs, and where they stand.
  struct GlyphPicture {
    var picture: Picture
    var text: String
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  enum SetError: Error {
    case fontsMissing
    case outOfMemory

    var explanation: String {
      switch self {
      case .fontsMissing: "the Noto fonts are not installed (Scripts/install-packages)"
      case .outOfMemory: "Pango or Cairo refused it"
      }
    }
  }

  /// Fonts are looked for when the first text comes: many drawings have none.
  private var typesetter: PangoTypesetter?

  /// Answers nothing drawn, and no width, for an empty line.
  func set(_ text: String, _ style: Style) throws(SetError) -> Line {
    guard !text.isEmpty else {
      return Line(text: text, outline: Outline(segments: []), pictures: [], width: 0)
    }
    if typesetter == nil { typesetter = try PangoTypesetter() }
    guard let typesetter else { throw .fontsMissing }
    return try typesetter.set(text, style)
  }
}
