internal import Strokes

/// Names as pictures: white on a shade, set by Pango in the pinned fonts.
final class NameLabels {
  /// Made with the first name: many rooms show none.
  private var typesetter: PangoTypesetter?

  /// Characters of a name, at most: they come from anybody.
  private static let longest = 80

  /// - Parameters:
  ///   - size: of the em, in pixels.
  ///   - widest: pixels; what does not fit ends in an ellipsis.
  func label(_ name: String, size: Int, widest: Int) throws(MediaError) -> Picture? {
    guard !name.isEmpty else { return nil }
    do throws(TextOutliner.SetError) {
      if typesetter == nil { typesetter = try PangoTypesetter() }
      return try typesetter?.label(String(name.prefix(Self.longest)), size: size, widest: widest)
    } catch {
      throw MediaError(.codecFailed, "names cannot be drawn: \(error.explanation)")
    }
  }
}
