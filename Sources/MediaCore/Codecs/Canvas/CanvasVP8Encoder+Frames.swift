import Strokes

extension CanvasVP8Encoder {
  /// The whole picture, decodable on its own; golden and alternate become the same.
  mutating func keyFrame(
    of picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame {
    begin()
    references.beginKeyFrame()
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        let source = VP8Samples(picture, column: column, row: row)
        let coded = choice.codeIntra(
          source, column: column, row: row, in: &references, &levels)
        if !coded.isBlank { macroblocks.append(coded) }
      }
    }
    references.copyLast(to: .golden)
    references.copyLast(to: .alternate)
    hasKeyFrame = true
    return try frame(header(isKeyFrame: true), at: time)
  }

  /// The requested blocks, on what is there already.
  mutating func interFrame(
    of picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(VideoEncoderError) -> EncodedFrame {
    begin()
    var header = header(isKeyFrame: false)
    if request.hint == .cleared {
      // Kept, so that undoing the clear costs nothing.
      header.copiesToAlternate = .last
      references.copyLast(to: .alternate)
    }
    for block in request.blocks.indices {
      let (row, column) = block.quotientAndRemainder(dividingBy: references.columns)
      let source = VP8Samples(picture, column: column, row: row)
      if references.lastEquals(source, column: column, row: row) { continue }
      if let coded = choice.code(source, column: column, row: row, in: &references, &levels) {
        macroblocks.append(coded)
      }
    }
    return try frame(header, at: request.time)
  }

  mutating func begin() {
    macroblocks.removeAll(keepingCapacity: true)
    levels.removeAll()
  }
}

extension VP8Macroblock {
  /// Whether it is what a key frame takes for granted: average colour, and nothing added.
  var isBlank: Bool {
    prediction == .intra(luma: .dc, chroma: .dc) && levels == nil
  }
}
