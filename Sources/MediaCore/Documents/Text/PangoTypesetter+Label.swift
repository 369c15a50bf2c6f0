internal import CPango
internal import Strokes

extension PangoTypesetter {
  /// A line of white text on a rounded dark shade, premultiplied.
  ///
  /// - Parameters:
  ///   - size: of the em, in pixels.
  ///   - widest: pixels of the picture; a longer text ends in an ellipsis.
  func label(
    _ text: String, size: Int, widest: Int
  ) throws(TextOutliner.SetError) -> Picture {
    guard let layout = unsafe pango_layout_new(context) else { throw .outOfMemory }
    defer { unsafe CPango_unref(UnsafeMutableRawPointer(layout)) }
    let description = unsafe pango_font_description_new()
    unsafe pango_font_description_set_family(description, PinnedFonts.sansSerif)
    unsafe pango_font_description_set_absolute_size(
      description, Double(size) * Double(PANGO_SCALE))
    unsafe pango_layout_set_font_description(layout, description)
    unsafe pango_font_description_free(description)
    unsafe pango_layout_set_single_paragraph_mode(layout, 1)
    let clean = Self.printable(text)
    unsafe pango_layout_set_text(layout, clean, Int32(clean.utf8.count))
    let padding = max(size / 3, 2)
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    let room = max(widest - 2 * padding, 1)
    var (width, height): (Int32, Int32) = (0, 0)
    unsafe pango_layout_get_pixel_size(layout, &width, &height)
    if Int(width) > room {
      unsafe pango_layout_set_width(layout, Int32(room) * PANGO_SCALE)
      unsafe pango_layout_get_pixel_size(layout, &width, &height)
    }
    let columns = Int32(min(Int(width), room) + 2 * padding)
    let rows = height + Int32(padding)
    let drawn = unsafe draw(columns, rows) { cairo in
      unsafe Self.traceShade(cairo, Double(columns), Double(rows), radius: Double(padding))
      unsafe cairo_set_source_rgba(cairo, 0, 0, 0, 0.6)
      unsafe cairo_fill(cairo)
      unsafe cairo_set_source_rgba(cairo, 1, 1, 1, 1)
      unsafe cairo_move_to(cairo, Double(padding), Double(padding) / 2)
      unsafe pango_cairo_show_layout(cairo, layout)
    }
    guard let drawn else { throw .outOfMemory }
    return drawn
  }

  /// Without what would break the line or turn its direction for others.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: " "
          default: scalar
          }
        }))
  }

  private static func traceShade(
    _ cairo: OpaquePointer, _ width: Double, _ height: Double, radius: Double
  ) {
    let radius = min(radius, width / 2, height / 2)
    unsafe cairo_new_path(cairo)
    unsafe cairo_arc(cairo, width - radius, radius, radius, -.pi / 2, 0)
    unsafe cairo_arc(cairo, width - radius, height - radius, radius, 0, .pi / 2)
    unsafe cairo_arc(cairo, radius, height - radius, radius, .pi / 2, .pi)
    unsafe cairo_arc(cairo, radius, radius, radius, .pi, .pi * 3 / 2)
    unsafe cairo_close_path(cairo)
  }
}
