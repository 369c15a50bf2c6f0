import Strokes

extension CanvasVP8Encoder {
  /// The whole picture, decodable on its own; golden and alternate become the same.
  mutating func keyFrame(
    of picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame {
    begin()
    var above = [VP8Surroundings.Side](repeating: VP8Surroundings.Side(), count: references.columns)
    for row in 0..<references.rows {
      var surroundings = VP8Surroundings()
      for column in 0..<references.columns {
        let source = VP8Samples(picture, column: column, row: row)
        surroundings.above = above[column]
        let coded = choice.codeIntra(
          source, column: column, row: row, &surroundings, in: &references, &levels)
        above[column] = surroundings.above
        if !coded.isBlank { macroblocks.append(coded) }
      }
    }
    references.copyLast(to: .golden)
    references.copyLast(to: .alternate)
    hasKeyFrame = true
    backlog.forget()
    return try frame(header(isKeyFrame: true), at: time)
  }

  /// The requested blocks on what is there already, and what earlier budgets left over. Nil when the
  /// budget does not even allow a frame in which nothing changes, or had better wait for more.
  mutating func interFrame(
    of picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(VideoEncoderError) -> EncodedFrame? {
    begin()
    var allowance: CanvasVP8Allowance?
    if let budget = request.budget {
      allowance = CanvasVP8Allowance(budget, total: references.columns * references.rows)
      if allowance == nil {
        backlog.owe(request.blocks)
        return nil
      }
    }
    var header = header(isKeyFrame: false)
    if reconsiderMode(for: request)
      || keepsLast(before: request, of: picture)
    {
      header.copiesToAlternate = .last
      keepLast()
    }
    var new = request.blocks
    let pan = pan(for: request, allowance)
    if let pan {
      // What stood still has moved too.
      new.insertAll()
      move(by: pan)
    }
    if isCanonical { repeatKnown(&new, of: picture, &allowance) }
    guard var limited = allowance, let budget = request.budget else {
      backlog.owe(new)
      codeAll(of: picture, moved: pan ?? .zero)
      return try arrangedFrame(header, moved: pan, at: request.time)
    }
    // What is moved, kept or repeated stays so.
    let mayWait =
      budget.mayWait && pan == nil && header.copiesToAlternate == .none && repeats.isEmpty
    let plan = plan(new, of: picture, moved: pan ?? .zero, mayWait: mayWait, &limited)
    backlog.owe(new)
    guard let plan else { return nil }
    let steps = code(plan, of: picture, moved: pan ?? .zero, &limited)
    if mayWait, !plan.isShown(by: steps) {
      takeBack(steps)
      return nil
    }
    return try frame(header, moved: pan, at: request.time, steps, within: budget)
  }

  /// Codes everything that viewers do not have for good. In raster order, as decoders go: intra
  /// prediction needs its neighbours as they are by then.
  private mutating func codeAll(of picture: borrowing I420Picture, moved: VP8MotionVector) {
    var blocks = backlog.owed
    for block in backlog.shown(worseThan: .final) { blocks.insert(Int(block)) }
    for block in blocks.indices {
      if let coded = code(block, of: picture, moved: moved, .final).macroblock {
        macroblocks.append(coded)
      }
    }
    backlog.forget()
  }

  /// The vector that moves everything as a hint says, when one vector can: whole even samples, so that
  /// chroma moves by whole samples too, and no further than a frame can state. What it does not
  /// explain is found by comparing and coded. In a canonical stream by whole macroblocks, which then
  /// are what they would be if they were coded in their new places; the page moves onto itself.
  private func pan(
    for request: EncodeRequest, _ allowance: CanvasVP8Allowance?
  ) -> VP8MotionVector? {
    let grid: Int32 = isCanonical ? 15 : 1
    guard case .scrolled(let dx, let dy) = request.hint,
      dx & grid == 0, dy & grid == 0, dx.magnitude <= 240, dy.magnitude <= 240
    else { return nil }
    if let allowance {
      // Where the vector points out of the picture it is stated block by block.
      let border =
        (Int(dx.magnitude) / 16 + 2) * references.rows
        + (Int(dy.magnitude) / 16 + 2) * references.columns
      let bits = border * 40 + references.rows * references.columns
      guard allowance.holds(bits, 256, as: .preview) else { return nil }
    }
    return VP8MotionVector(row: Int16(-dy * 4), column: Int16(-dx * 4))
  }

  private mutating func move(by pan: VP8MotionVector) {
    references.pan(by: pan)
    if isCanonical {
      sources.move(right: Int(pan.column) / 64, down: Int(pan.row) / 64)
    } else if hasPage {
      sources.unsettleAll()
    }
  }

  /// Codes a block at a rung; says at which it is shown now, which may be a better one.
  mutating func code(
    _ block: Int, of picture: borrowing I420Picture, moved: VP8MotionVector,
    _ rung: CanvasVP8Rung
  ) -> (macroblock: VP8Macroblock?, shown: CanvasVP8Rung) {
    let (row, column) = block.quotientAndRemainder(dividingBy: references.columns)
    let source = VP8Samples(picture, column: column, row: row)
    if isCanonical {
      // One colour is no better at full quality than as an average.
      let rung = source.flatColour == nil ? rung : .final
      return (codeOnPage(source, column: column, row: row, rung), rung)
    }
    if hasPage {
      // Not what its pixels give on the page, should the stream become canonical again.
      sources.unsettle(block)
      noteCover(of: block, source)
    }
    if rung == .final {
      let coded = choice.code(
        source, column: column, row: row, moved: moved, in: &references, &levels)
      return (coded, .final)
    }
    switch choice.shortcut(source, column: column, row: row, in: &references, &levels) {
    case .unchanged: return (nil, .final)
    case .coded(let coded): return (coded, .final)
    case .none: break
    }
    var coded =
      rung == .preview
      ? ladder[rung].preview(source, column: column, row: row, moved, in: &references, &levels)
      : ladder[rung].best(source, column: column, row: row, moved, in: &references, &levels)
    coded.segment = rung.rawValue
    return (coded, rung)
  }

  mutating func begin() {
    macroblocks.removeAll(keepingCapacity: true)
    repeats.removeAll(keepingCapacity: true)
    levels.removeAll()
  }
}

extension VP8Macroblock {
  /// Whether it is what a key frame takes for granted: average colour, and nothing added.
  var isBlank: Bool {
    prediction == .intra(luma: .dc, chroma: .dc) && levels == nil
  }
}
