import Strokes

/// Canonical coding: GOLDEN is a plain page that a constant key frame brings, and every touched
/// macroblock is that page plus what its pixels add. What decoders show depends on the pixels alone,
/// not on the way there, so whoever has the page can join or come back at any frame.
extension CanvasVP8Encoder {
  /// The plain page. Every stream of this size, ground and version begins with the same bytes.
  mutating func pageFrame(at time: MediaTime) throws(VideoEncoderError) -> EncodedFrame {
    begin()
    references.beginKeyFrame()
    // The first macroblock brings the colour, perhaps a step off; all others repeat it exactly.
    macroblocks.append(
      choice.codePlain(VP8Samples(ground), column: 0, row: 0, in: &references, &levels))
    page = references.last.samples(column: 0, row: 0).flatColour ?? ground
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        references.store(VP8Samples(page), column: column, row: row)
      }
    }
    references.copyLast(to: .golden)
    references.copyLast(to: .alternate)
    hasKeyFrame = true
    backlog.forget()
    backlog.oweAll()
    let frame = try frame(header(isKeyFrame: true), at: time)
    pageBytes = frame.bytes
    return frame
  }

  /// A macroblock on the page; nil when viewers have just that.
  mutating func codeOnPage(
    _ source: borrowing VP8Samples, column: Int, row: Int, _ residual: VP8Residual,
    _ detail: VP8Residual.Detail
  ) -> VP8Macroblock? {
    var samples = VP8Samples()
    let number = residual.code(
      source, on: page, detail, reconstruction: &samples, levels: &levels)
    if references.lastEquals(samples, column: column, row: row) { return nil }
    references.store(samples, column: column, row: row)
    return Self.onPage(column, row, number)
  }

  /// Blocks as they are on the page, whoever has seen what of them.
  ///
  /// - Parameter all: false leaves out what is nothing but page.
  mutating func frameOnPage(
    of picture: borrowing I420Picture, _ blocks: BlockMap, all: Bool, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame {
    begin()
    for block in blocks.indices {
      let (row, column) = block.quotientAndRemainder(dividingBy: references.columns)
      let source = VP8Samples(picture, column: column, row: row)
      var samples = VP8Samples()
      let number = choice.residual.code(
        source, on: page, reconstruction: &samples, levels: &levels)
      if number == nil, !all { continue }
      macroblocks.append(Self.onPage(column, row, number))
    }
    return try frame(header(isKeyFrame: false), at: time)
  }

  private static func onPage(_ column: Int, _ row: Int, _ levels: Int32?) -> VP8Macroblock {
    VP8Macroblock(
      column: Int32(column), row: Int32(row), prediction: .inter(.golden, .zero), levels: levels)
  }

  /// Whether a picture is mostly page, so that coding on the page pays. Over a photograph every
  /// touched block would be paid in full, again and again.
  func isMostlyPage(_ picture: borrowing I420Picture) -> Bool {
    var plain = 0
    for row in 0..<references.rows {
      for column in 0..<references.columns
      where VP8Samples(picture, column: column, row: row).isFlat(ground) { plain += 1 }
    }
    return plain * 5 >= references.rows * references.columns * 2
  }

  /// A colour as pictures hold it.
  static func converted(_ colour: Colour) -> VP8Colour {
    var picture = I420Picture(width: 16, height: 16)
    let pixel =
      0xFF00_0000 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
    let pixels = [UInt32](repeating: pixel, count: 256)
    var all = BlockMap(width: 16, height: 16)
    all.insertAll()
    ColourConverter.convert(all, of: pixels.span, stride: 64, into: &picture)
    return VP8Samples(picture, column: 0, row: 0).flatColour ?? .white
  }
}
