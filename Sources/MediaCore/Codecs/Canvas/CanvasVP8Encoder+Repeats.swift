import Strokes

/// Clearing, undoing, switching between two pictures: what GOLDEN and ALTREF have need not be coded.
extension CanvasVP8Encoder {
  /// Whether LAST is worth keeping in ALTREF before this request is coded: when that is said to clear
  /// the board, and in a canonical stream when it changes half of the picture or more, unless it
  /// brings back what ALTREF has.
  func keepsLast(before request: EncodeRequest, of picture: borrowing I420Picture) -> Bool {
    if request.hint == .cleared { return true }
    guard isCanonical, request.hint == nil,
      request.blocks.count * 2 >= references.rows * references.columns
    else { return false }
    var (kept, others) = (0, 0)
    // One block of nine or so, in no column's step.
    for (number, block) in request.blocks.indices.enumerated() where number % 9 == 0 {
      let (row, column) = block.quotientAndRemainder(dividingBy: references.columns)
      let source = VP8Samples(picture, column: column, row: row)
      if source.isFlat(page) { continue }
      if sources.keep(source, column: column, row: row) { kept += 1 } else { others += 1 }
    }
    return kept <= others
  }

  mutating func keepLast() {
    references.copyLast(to: .alternate)
    guard isCanonical else { return }
    sources.keepLast()
    joining.kept = nil
  }

  /// Settles what of `new` and of what is owed needs no coding: what is shown already, is nothing but
  /// page, or is in ALTREF. What of it an allowance has no room for stays as it is.
  mutating func repeatKnown(
    _ new: inout BlockMap, of picture: borrowing I420Picture,
    _ allowance: inout CanvasVP8Allowance?
  ) {
    var settled: [(block: Int, rung: CanvasVP8Rung)] = []
    var blocks = backlog.owed
    blocks.formUnion(new)
    for block in blocks.indices {
      let (row, column) = block.quotientAndRemainder(dividingBy: references.columns)
      let source = VP8Samples(picture, column: column, row: row)
      noteCover(of: block, source)
      let isPage = source.isFlat(page)
      if sources.show(source, isPage: isPage, column: column, row: row) {
        settled.append((block, .final))
      } else if isPage {
        noteRepeat(of: .golden, column, row)
      } else if sources.keep(source, column: column, row: row) {
        noteRepeat(of: .alternate, column, row)
      }
    }
    let total = references.rows * references.columns
    let fitting = allowance?.takeRepeats(repeats.count, of: total) ?? repeats.count
    for (number, repeated) in repeats.enumerated() {
      let (column, row) = (Int(repeated.column), Int(repeated.row))
      let block = row * references.columns + column
      guard number < fitting, case .inter(let reference, _) = repeated.prediction else { break }
      sources.repeatMacroblock(of: reference, column: column, row: row)
      references.repeatMacroblock(of: reference, column: column, row: row)
      settled.append((block, .final))
    }
    repeats.removeLast(repeats.count - fitting)
    for (block, _) in settled { new.remove(block) }
    backlog.settle(settled)
  }

  private mutating func noteRepeat(of reference: VP8Reference, _ column: Int, _ row: Int) {
    repeats.append(
      VP8Macroblock(
        column: Int32(column), row: Int32(row), prediction: .inter(reference, .zero)))
  }

  /// Writes what was coded and what is repeated: a frame in which most macroblocks become those of
  /// GOLDEN or ALTREF says so once, and names the others.
  ///
  /// - Parameter pan: by which LAST has been moved.
  mutating func arrangedFrame(
    _ header: VP8FrameHeader, moved pan: VP8MotionVector?, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame {
    let all = macroblocksAndRepeats
    var background = VP8Background(reference: .last, vector: pan ?? .zero)
    var named = all
    for reference in [VP8Reference.golden, .alternate] where pan == nil {
      let skip = VP8Prediction.inter(reference, .zero)
      var count = 0
      for coded in all where coded.levels == nil && coded.prediction == skip { count += 1 }
      // Else it would not pay to look at all others.
      guard count * 8 > references.rows * references.columns else { continue }
      let others = others(all, besides: reference)
      if others.count < named.count {
        named = others
        background = VP8Background(reference: reference)
      }
    }
    var frame = try frame(header, named, background: background, at: time)
    if isCanonical { frame.changes = changes(all, on: background) }
    return frame
  }

  /// In raster order.
  private var macroblocksAndRepeats: [VP8Macroblock] {
    if repeats.isEmpty { return macroblocks }
    if macroblocks.isEmpty { return repeats }
    var all: [VP8Macroblock] = []
    var index = 0
    for repeated in repeats {
      while index < macroblocks.count, macroblocks[index].isBefore(repeated) {
        all.append(macroblocks[index])
        index += 1
      }
      all.append(repeated)
    }
    return all + macroblocks[index...]
  }

  private func changes(_ named: [VP8Macroblock], on background: VP8Background) -> BlockMap {
    var blocks = BlockMap(width: width, height: height)
    for coded in named { blocks.insert(column: coded.column, row: coded.row) }
    // Whoever lacks something of what is moved or brought back may lack it anywhere.
    if background.vector != .zero || background.reference == .alternate { blocks.insertAll() }
    return blocks
  }

  /// The macroblocks that are named when all others are `reference`'s.
  private func others(
    _ all: [VP8Macroblock], besides reference: VP8Reference
  ) -> [VP8Macroblock] {
    let skip = VP8Prediction.inter(reference, .zero)
    var result: [VP8Macroblock] = []
    var index = 0
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        if index < all.count, Int(all[index].row) == row, Int(all[index].column) == column {
          let coded = all[index]
          index += 1
          if coded.levels != nil || coded.prediction != skip { result.append(coded) }
        } else if mayDiffer(reference, column: column, row: row) {
          result.append(
            VP8Macroblock(
              column: Int32(column), row: Int32(row), prediction: .inter(.last, .zero)))
        }
      }
    }
    return result
  }

  /// Whether a macroblock of a kept picture may be different from LAST's, with any viewer.
  private func mayDiffer(_ reference: VP8Reference, column: Int, row: Int) -> Bool {
    references.differsFromLast(reference, column: column, row: row)
      || reference == .alternate && isCanonical
        && sources.keptUnsettled.contains(row * references.columns + column)
  }
}

extension VP8Macroblock {
  /// In raster order.
  func isBefore(_ other: VP8Macroblock) -> Bool {
    (row, column) < (other.row, other.column)
  }
}
