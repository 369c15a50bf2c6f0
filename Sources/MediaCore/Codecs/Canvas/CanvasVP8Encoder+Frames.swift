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
  /// budget does not even allow a frame in which nothing changes.
  mutating func interFrame(
    of picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(VideoEncoderError) -> EncodedFrame? {
    let owesNothing = backlog.owed.isEmpty
    backlog.owe(request.blocks)
    guard var allowance = allowance(for: request) else { return nil }
    begin()
    var header = header(isKeyFrame: false)
    if reconsiderMode(for: request, owesNothing: owesNothing)
      || keepsLast(before: request, of: picture)
    {
      header.copiesToAlternate = .last
      keepLast()
    }
    let pan = pan(for: request)
    if let pan { move(by: pan) }
    var new = backlog.takeOwed()
    if isCanonical { repeatKnown(&new, of: picture, &allowance) }
    let old = backlog.takePreviews()
    let arePreviews = pan == nil && !allowance.holds(new.count, of: meanCost)
    // In raster order, as decoders go: intra prediction needs its neighbours as they are by then.
    var blocks = new
    for block in old {
      let isNow = !arePreviews && allowance.holds(blocks.count + 1, of: meanCost)
      if isNow { blocks.insert(block) } else { backlog.notePreview(block) }
    }
    for block in blocks.indices {
      if allowance.isSpent {
        if new.contains(block) { backlog.owe(block) } else { backlog.notePreview(block) }
        continue
      }
      let coded = code(block, of: picture, moved: pan ?? .zero, asPreview: arePreviews)
      if arePreviews { backlog.notePreview(block) } else { backlog.noteFull(block) }
      guard let coded else { continue }
      macroblocks.append(coded)
      if request.budget != nil {
        note(coded, isPreview: arePreviews, &allowance)
      }
    }
    return try arrangedFrame(header, moved: pan, at: request.time)
  }

  /// The vector that moves everything as a hint says, when one vector can: whole even samples, so that
  /// chroma moves by whole samples too, and no further than a frame can state. What it does not
  /// explain is found by comparing and coded. In a canonical stream by whole macroblocks, which then
  /// are what they would be if they were coded in their new places; the page moves onto itself.
  private func pan(for request: EncodeRequest) -> VP8MotionVector? {
    let grid: Int32 = isCanonical ? 15 : 1
    guard case .scrolled(let dx, let dy) = request.hint,
      dx & grid == 0, dy & grid == 0, dx.magnitude <= 240, dy.magnitude <= 240
    else { return nil }
    return VP8MotionVector(row: Int16(-dy * 4), column: Int16(-dx * 4))
  }

  private mutating func move(by pan: VP8MotionVector) {
    references.pan(by: pan)
    // What stood still has moved too.
    backlog.oweAll()
    if isCanonical {
      sources.move(right: Int(pan.column) / 64, down: Int(pan.row) / 64)
    } else if hasPage {
      sources.unsettle(backlog.owed)
    }
  }

  private func allowance(for request: EncodeRequest) -> CanvasVP8Allowance? {
    guard let budget = request.budget else { return CanvasVP8Allowance() }
    return CanvasVP8Allowance(budget, total: references.columns * references.rows)
  }

  private mutating func code(
    _ block: Int, of picture: borrowing I420Picture, moved: VP8MotionVector,
    asPreview: Bool
  ) -> VP8Macroblock? {
    let (row, column) = block.quotientAndRemainder(dividingBy: references.columns)
    let source = VP8Samples(picture, column: column, row: row)
    if isCanonical {
      return codeOnPage(source, column: column, row: row, asPreview ? .averages : .all)
    }
    if hasPage {
      // Not what its pixels give on the page, should the stream become canonical again.
      sources.unsettle(block)
      noteCover(of: block, source)
    }
    if references.lastEquals(source, column: column, row: row) { return nil }
    if asPreview {
      return references.code(
        source, column: column, row: row, .inter(.last, .zero), choice.residual,
        detail: .averages, levels: &levels
      ).macroblock
    }
    return choice.code(
      source, column: column, row: row, moved: moved, in: &references, &levels)
  }

  /// Books what a macroblock costs.
  private mutating func note(
    _ coded: VP8Macroblock, isPreview: Bool, _ allowance: inout CanvasVP8Allowance
  ) {
    var cost = 6 * 256
    if let row = coded.levels {
      cost += tokenCosts.cost(of: levels, row: row, hasY2: coded.prediction.hasY2)
    }
    allowance.take(cost, isPreview: isPreview)
    if !isPreview { meanCost = (meanCost * 31 + cost) / 32 }
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
