internal import CPango
internal import Strokes

/// Pango, Cairo and Fontconfig behind `TextOutliner`: owns their objects.
@safe final class PangoTypesetter {
  private let config: OpaquePointer
  private let map: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let cairo: OpaquePointer

  /// Pixels of an emoji's picture for every board pixel that it takes.
  private static let pictureScale = 4.0
  private static let largestPictureSide = 4_096.0
  private static let colourFamily = "Noto Color Emoji"

  init() throws(TextOutliner.SetError) {
    guard let config = unsafe FcConfigCreate() else { throw .outOfMemory }
    unsafe CPango_parse(config, PinnedFonts.fontconfig)
    guard unsafe FcConfigBuildFonts(config) != 0,
      let set = unsafe FcConfigGetFonts(config, FcSetSystem), unsafe set.pointee.nfont > 0
    else {
      unsafe FcConfigDestroy(config)
      throw .fontsMissing
    }
    guard let map = unsafe pango_cairo_font_map_new() else {
      unsafe FcConfigDestroy(config)
      throw .outOfMemory
    }
    unsafe CPango_setConfig(map, config)
    guard let context = unsafe pango_font_map_create_context(map),
      // Without edges: Cairo leaves glyphs out that lie far outside a surface's.
      let surface = unsafe cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil),
      let cairo = unsafe cairo_create(surface)
    else {
      unsafe CPango_unref(map)
      unsafe FcConfigDestroy(config)
      throw .outOfMemory
    }
    // Outlines as the font's designer drew them, at any size.
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe cairo_font_options_destroy(options)
    unsafe pango_context_set_round_glyph_positions(context, 0)
    unsafe self.config = config
    unsafe self.map = map
    unsafe self.context = context
    unsafe self.surface = surface
    unsafe self.cairo = cairo
  }

  deinit {
    unsafe cairo_destroy(cairo)
    unsafe cairo_surface_destroy(surface)
    unsafe CPango_unref(UnsafeMutableRawPointer(context))
    unsafe CPango_unref(map)
    unsafe FcConfigDestroy(config)
  }

  func set(
    _ text: String, _ style: TextOutliner.Style
  ) throws(TextOutliner.SetError) -> TextOutliner.Line {
    guard let layout = unsafe pango_layout_new(context) else { throw .outOfMemory }
    defer { unsafe CPango_unref(UnsafeMutableRawPointer(layout)) }
    let description = unsafe pango_font_description_new()
    unsafe pango_font_description_set_family(description, style.family)
    unsafe pango_font_description_set_weight(
      description, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    unsafe pango_font_description_set_absolute_size(description, style.size * Self.unit)
    unsafe pango_layout_set_font_description(layout, description)
    unsafe pango_font_description_free(description)
    unsafe pango_layout_set_single_paragraph_mode(layout, 1)
    // Pango replaces a NUL by an odd glyph; a text that has one shows nothing there.
    let clean = String(text.unicodeScalars.map { $0 == "\0" ? " " : Character($0) })
    unsafe pango_layout_set_text(layout, clean, Int32(clean.utf8.count))

    guard let lines = unsafe pango_layout_get_iter(layout) else { throw .outOfMemory }
    defer { unsafe pango_layout_iter_free(lines) }
    var extents = PangoRectangle()
    unsafe pango_layout_get_extents(layout, nil, &extents)
    let baseline = unsafe Double(pango_layout_iter_get_baseline(lines))
    var line = TextOutliner.Line(
      text: text, outline: Outline(segments: []), pictures: [],
      width: Double(extents.x + extents.width) / Self.unit)
    unsafe cairo_new_path(cairo)
    repeat {
      guard let run = unsafe pango_layout_iter_get_run_readonly(lines) else { continue }
      var box = PangoRectangle()
      unsafe pango_layout_iter_get_run_extents(lines, nil, &box)
      guard let font = unsafe run.pointee.item.pointee.analysis.font else { continue }
      if unsafe Self.isColoured(font) {
        box.y -= Int32(baseline)
        let range = unsafe (run.pointee.item.pointee.offset, run.pointee.item.pointee.length)
        let words = Array(clean.utf8).dropFirst(Int(range.0)).prefix(Int(range.1))
        if let picture = unsafe picture(
          font, run.pointee.glyphs, box, String(decoding: words, as: UTF8.self))
        {
          line.pictures.append(picture)
        }
      } else {
        unsafe cairo_move_to(cairo, Double(box.x) / Self.unit, 0)
        unsafe pango_cairo_glyph_string_path(cairo, font, run.pointee.glyphs)
      }
    } while unsafe pango_layout_iter_next_run(lines) != 0
    line.outline.segments = try takePath()
    return line
  }

  /// Pango's units in a pixel.
  private static let unit = Double(PANGO_SCALE)

  private static func isColoured(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
    guard let description = unsafe pango_font_describe(font) else { return false }
    defer { unsafe pango_font_description_free(description) }
    guard let family = unsafe pango_font_description_get_family(description) else { return false }
    return unsafe String(cString: family) == colourFamily
  }

  /// The outlines collected in Cairo, which is left empty.
  private func takePath() throws(TextOutliner.SetError) -> [Outline.Segment] {
    guard let path = unsafe cairo_copy_path(cairo) else { throw .outOfMemory }
    defer { unsafe cairo_path_destroy(path) }
    unsafe cairo_new_path(cairo)
    guard unsafe path.pointee.status == CAIRO_STATUS_SUCCESS else { throw .outOfMemory }
    var segments: [Outline.Segment] = []
    var index = 0
    let count = unsafe Int(path.pointee.num_data)
    guard count > 0, let data = unsafe path.pointee.data else { return [] }
    while index < count {
      let header = unsafe data[index].header
      guard header.length > 0, index + Int(header.length) <= count else { throw .outOfMemory }
      var points: [SIMD2<Int32>] = []
      for part in 1..<max(Int(header.length), 1) {
        let point = unsafe data[index + part].point
        guard let x = BoardUnit.quantise(point.x), let y = BoardUnit.quantise(point.y) else {
          throw .outOfMemory
        }
        points.append(SIMD2(x, y))
      }
      switch (header.type, points.count) {
      case (CAIRO_PATH_MOVE_TO, 1):
        segments.append(.move(x: points[0].x, y: points[0].y))
      case (CAIRO_PATH_LINE_TO, 1):
        segments.append(.line(x: points[0].x, y: points[0].y))
      case (CAIRO_PATH_CURVE_TO, 3):
        segments.append(
          .cubic(
            control1X: points[0].x, control1Y: points[0].y, control2X: points[1].x,
            control2Y: points[1].y, x: points[2].x, y: points[2].y))
      default:
        segments.append(.close)
      }
      index += Int(header.length)
    }
    // Cairo begins a new path after each close, also where none follows.
    while case .move = segments.last { segments.removeLast() }
    return segments
  }

  /// A run drawn in its own colours; `box` is relative to the baseline, in Pango's units.
  private func picture(
    _ font: UnsafeMutablePointer<PangoFont>, _ glyphs: UnsafeMutablePointer<PangoGlyphString>,
    _ box: PangoRectangle, _ text: String
  ) -> TextOutliner.GlyphPicture? {
    let (width, height) = (Double(box.width) / Self.unit, Double(box.height) / Self.unit)
    let (x, y) = (Double(box.x) / Self.unit, Double(box.y) / Self.unit)
    guard width > 0, height > 0 else { return nil }
    let scale = min(Self.pictureScale, Self.largestPictureSide / max(width, height))
    let columns = Int32((width * scale).rounded(.up))
    let rows = Int32((height * scale).rounded(.up))
    let picture = unsafe draw(columns, rows) { drawing in
      unsafe cairo_scale(drawing, scale, scale)
      unsafe cairo_move_to(drawing, 0, -y)
      unsafe pango_cairo_show_glyph_string(drawing, font, glyphs)
    }
    guard let picture else { return nil }
    return TextOutliner.GlyphPicture(
      picture: picture, text: text, x: x, y: y, width: Double(columns) / scale,
      height: Double(rows) / scale)
  }

  /// What `paint` draws on a transparent surface; nil when Cairo refuses.
  func draw(_ columns: Int32, _ rows: Int32, _ paint: (OpaquePointer) -> Void) -> Picture? {
    guard let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, columns, rows) else {
      return nil
    }
    defer { unsafe cairo_surface_destroy(surface) }
    guard let drawing = unsafe cairo_create(surface) else { return nil }
    unsafe paint(drawing)
    let isDrawn = unsafe cairo_status(drawing) == CAIRO_STATUS_SUCCESS
    unsafe cairo_destroy(drawing)
    unsafe cairo_surface_flush(surface)
    guard isDrawn, let data = unsafe cairo_image_surface_get_data(surface) else { return nil }
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    var pixels: [UInt32] = []
    pixels.reserveCapacity(Int(columns) * Int(rows))
    for row in 0..<Int(rows) {
      let start = unsafe UnsafeRawPointer(data + row * stride)
      for column in 0..<Int(columns) {
        pixels.append(unsafe start.load(fromByteOffset: column * 4, as: UInt32.self))
      }
    }
    return Picture(width: columns, height: rows, pixels: pixels)
  }
}
