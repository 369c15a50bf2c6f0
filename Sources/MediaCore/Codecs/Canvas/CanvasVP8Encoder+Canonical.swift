import Strokes

/// Canonical coding: GOLDEN is a plain page that a constant key frame brings, and every touched
/// macroblock is that page plus what its pixels add. What decoders show depends on the pixels alone,
/// not on the way there, so whoever has the page can join or come back at any frame.
extension CanvasVP8Encoder {
  /// The plain page. Every stream of this size, ground and version begins with the same bytes.
  mutating func pageFrame(at time: MediaTime) throws(VideoEncoderError) -> EncodedFrame {
    begin()
    // The first macroblock brings the colour, perhaps a step off; all others repeat it exactly.
    macroblocks.append(
      choice.codePlain(ground, column: 0, row: 0, in: &references, &levels))
    page = references.samples(.last, column: 0, row: 0).flatColour ?? ground
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        references.store(VP8Samples(page), column: column, row: row)
      }
    }
    references.copyLast(to: .golden)
    references.copyLast(to: .alternate)
    sources.begin(page)
    covered.removeAll()
    joining.forget()
    hasKeyFrame = true
    hasPage = true
    backlog.forget()
    backlog.oweAll()
    let frame = try frame(header(isKeyFrame: true), at: time)
    pageBytes = frame.bytes
    return frame
  }

  /// Sends a macroblock on the page; nil when viewers have just that.
  mutating func codeOnPage(
    _ source: borrowing VP8Samples, column: Int, row: Int, _ rung: CanvasVP8Rung
  ) -> VP8Macroblock? {
    let isPage = source.isFlat(page)
    if sources.show(source, isPage: isPage, column: column, row: row) { return nil }
    var samples = VP8Samples()
    let coded = onPage(source, column: column, row: row, &samples, rung)
    noteCover(of: row * references.columns + column, source)
    let isFinal = rung == .final
    let isOwed = isFinal && sources.isUnsettled(column: column, row: row)
    sources.store(source, column: column, row: row, isSettled: isFinal)
    if !isOwed, references.lastEquals(samples, column: column, row: row) { return nil }
    if coded.levels == nil {
      references.repeatMacroblock(of: .golden, column: column, row: row)
    } else {
      references.store(samples, column: column, row: row)
    }
    return coded
  }

  /// A macroblock on the page, whoever has seen what of it.
  ///
  /// - Parameter reconstruction: becomes what decoders rebuild.
  mutating func onPage(
    _ source: borrowing VP8Samples, column: Int, row: Int, _ reconstruction: inout VP8Samples,
    _ rung: CanvasVP8Rung = .final
  ) -> VP8Macroblock {
    let number = ladder[rung].residual.code(
      source, on: page, rung == .preview ? .averages : .all, reconstruction: &reconstruction,
      levels: &levels)
    return VP8Macroblock(
      column: Int32(column), row: Int32(row), prediction: .inter(.golden, .zero),
      segment: rung.rawValue, levels: number)
  }
}
