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
    let pan = pan(for: request, allowance)
    var new = request.blocks
    if let pan {
      references.pan(by: pan)
      // What stood still has moved too.
      new.insertAll()
    }
    var plan: CanvasVP8Plan?
    // What is moved or kept stays so.
    let mayWait = pan == nil && request.hint != .cleared && request.budget?.mayWait == true
    if var limited = allowance {
      plan = self.plan(new, of: picture, moved: pan ?? .zero, mayWait: mayWait, &limited)
      allowance = limited
    }
    backlog.owe(new)
    if allowance != nil && plan == nil { return nil }
    var header = header(isKeyFrame: false)
    if request.hint == .cleared, !isCanonical {
      // Kept, so that undoing the clear costs nothing.
      header.copiesToAlternate = .last
      references.copyLast(to: .alternate)
    }
    let background = VP8Background(reference: .last, vector: pan ?? .zero)
    // In raster order, as decoders go: intra prediction needs its neighbours as they are by then.
    if let plan, var limited = allowance, let budget = request.budget {
      let steps = code(plan, of: picture, moved: pan ?? .zero, &limited)
      if mayWait, !plan.isShown(by: steps) {
        takeBack(steps)
        return nil
      }
      return try frame(header, background: background, at: request.time, steps, within: budget)
    }
    var blocks = backlog.owed
    for block in backlog.shown(worseThan: .final) { blocks.insert(Int(block)) }
    for block in blocks.indices {
      if let coded = code(block, of: picture, moved: pan ?? .zero, .final).macroblock {
        macroblocks.append(coded)
      }
    }
    backlog.forget()
    return try frame(header, background: background, at: request.time)
  }

  /// The vector that moves everything as a hint says, when one vector can: whole even samples, so that
  /// chroma moves by whole samples too, and no further than a frame can state. What it does not
  /// explain is found by comparing and coded.
  private func pan(
    for request: EncodeRequest, _ allowance: CanvasVP8Allowance?
  ) -> VP8MotionVector? {
    guard case .scrolled(let dx, let dy) = request.hint, !isCanonical,
      dx & 1 == 0, dy & 1 == 0, dx.magnitude <= 240, dy.magnitude <= 240
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
      var coded = codeOnPage(
        source, column: column, row: row, ladder[rung].residual, rung == .preview ? .averages : .all
      )
      coded?.segment = rung.rawValue
      return (coded, rung)
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
    levels.removeAll()
  }
}

extension VP8Macroblock {
  /// Whether it is what a key frame takes for granted: average colour, and nothing added.
  var isBlank: Bool {
    prediction == .intra(luma: .dc, chroma: .dc) && levels == nil
  }
}
