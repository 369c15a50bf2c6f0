package import Strokes

/// What joiners get, and those who lost frames.
///
/// Both see at full quality what a budget still owes the others, or shows them coarsely: those blocks
/// are unsettled until they are sent to everybody.
extension CanvasVP8Encoder {
  package mutating func bootstrap(
    _ picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> [EncodedFrame]? {
    guard isCanonical, hasKeyFrame else { return nil }
    if joining.isStale {
      var all = BlockMap(width: width, height: height)
      all.insertAll()
      let ink = try frameOnPage(of: picture, all, all: false, at: time)
      joining.renew(page: pageBytes, ink: ink.bytes, count: macroblocks.count)
    } else if joining.catchUp == nil, !joining.touched.isEmpty {
      joining.catchUp = try frameOnPage(of: picture, joining.touched, all: true, at: time).bytes
    }
    if sources.isKeptShared, joining.kept == nil {
      joining.kept = try keptBytes(at: time)
      // Too much for every joiner: nobody uses ALTREF until LAST is copied there anew.
      sources.isKeptShared = joining.kept != nil
    }
    sources.unsettle(backlog.owed)
    return joining.frames(at: time, withKept: sources.isKeptShared)
  }

  package mutating func recode(
    _ blocks: BlockMap, of picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame? {
    guard isCanonical, hasKeyFrame else { return nil }
    // Whoever lost frames may have copied to ALTREF what was not there, or not have copied at all.
    sources.isKeptShared = false
    sources.unsettle(backlog.owed)
    var frame = try frameOnPage(of: picture, blocks, all: true, at: time)
    frame.changes = blocks
    return frame
  }

  /// Blocks as they are on the page, whoever has seen what of them.
  ///
  /// - Parameter all: false leaves out what is nothing but page.
  private mutating func frameOnPage(
    of picture: borrowing I420Picture, _ blocks: BlockMap, all: Bool, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame {
    begin()
    var samples = VP8Samples()
    for block in blocks.indices {
      let (row, column) = block.quotientAndRemainder(dividingBy: references.columns)
      let source = VP8Samples(picture, column: column, row: row)
      let coded = onPage(source, column: column, row: row, &samples)
      if all || coded.levels != nil { macroblocks.append(coded) }
    }
    return try frame(header(isKeyFrame: false), at: time)
  }

  /// ALTREF for joiners, in a frame that shows nothing; empty when it is the page. Nil when it is more
  /// than a tenth of the picture: that is dearer for every joiner than an undoing that may never come.
  private mutating func keptBytes(at time: MediaTime) throws(VideoEncoderError) -> [UInt8]? {
    begin()
    var samples = VP8Samples()
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        let source = sources.keptSamples(column: column, row: row)
        let coded = onPage(source, column: column, row: row, &samples)
        if coded.levels == nil { continue }
        macroblocks.append(coded)
        if macroblocks.count * 10 > references.rows * references.columns { return nil }
      }
    }
    if macroblocks.isEmpty { return [] }
    var header = header(isKeyFrame: false)
    header.isShown = false
    header.refreshesLast = false
    header.refreshesAlternate = true
    return try frame(header, background: VP8Background(reference: .golden), at: time).bytes
  }
}
