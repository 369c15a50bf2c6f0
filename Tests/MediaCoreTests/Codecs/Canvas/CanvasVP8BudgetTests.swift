import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// A budget from outside: coarse first, sharp later, never dearer than allowed.
@Suite struct CanvasVP8BudgetTests {
  private static let modes = [CanvasVP8Settings.Mode.free, .canonical(ground: .white)]
  private let budget = EncodeRequest.Budget(bits: 80_000, time: MediaTime(milliseconds: 33))

  /// A full page that appears at once.
  private func fill(_ board: DrawnBoard) {
    for row in 0..<20 {
      let y = 10 + Double(row) * 18
      board.script.stroke(line((10, y), (630, y + 9), count: 60), .pencil, width: 9)
    }
  }

  @Test(arguments: modes)
  func noFrameIsDearerThanItsBudgetAndAllIsSharpInTheEnd(mode: CanvasVP8Settings.Mode) throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(
      width: 640, height: 384, settings: CanvasVP8Settings(mode: mode))
    let viewer = try Viewer()
    try viewer.take(try #require(try encoder.encode(board)))
    let reference = try sharp(mode)
    let blank = viewer.shown
    fill(board)
    var request = board.step()
    let before = blank.meanSquaredError(from: DecodedFrame(board.picture))
    var (frames, errors) = (0, [Double]())
    while frames < 60 {
      request.budget = budget
      let frame = try #require(try encoder.encode(board.picture, request))
      #expect(frame.bytes.count * 8 <= budget.bits, "frame \(frames): \(frame.bytes.count) bytes")
      let shown = try viewer.take(frame)
      #expect(shown == DecodedFrame(encoder, like: board.picture))
      errors.append(shown.meanSquaredError(from: DecodedFrame(board.picture)))
      frames += 1
      if !encoder.isBehind { break }
      request = board.step()
    }
    // The first look comes at once; it becomes what one frame without a budget shows.
    #expect(frames > 3 && frames < 60)
    #expect(errors[0] < before / 2, "\(before), \(errors)")
    #expect(try #require(errors.last) < reference * 1.3, "\(errors), \(reference)")
    for (before, after) in zip(errors, errors.dropFirst()) { #expect(after <= before + 1) }
  }

  private func sharp(_ mode: CanvasVP8Settings.Mode) throws -> Double {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(
      width: 640, height: 384, settings: CanvasVP8Settings(mode: mode))
    let viewer = try Viewer()
    try viewer.take(try #require(try encoder.encode(board)))
    fill(board)
    let shown = try viewer.take(try #require(try encoder.encode(board)))
    return shown.meanSquaredError(from: DecodedFrame(board.picture))
  }

  @Test func aBudgetForNothingMakesNoFrame() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(width: 640, height: 384)
    _ = try encoder.encode(board)
    fill(board)
    var request = board.step()
    request.budget = EncodeRequest.Budget(bits: 10, time: MediaTime(milliseconds: 33))
    #expect(try encoder.encode(board.picture, request) == nil)
  }

  /// What GOLDEN and ALTREF have is at quality at once, in as many frames as it takes to say it.
  @Test(arguments: [1, 3])
  func aClearAndItsUndoingNeedNoPreview(frames: Int) throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(
      width: 640, height: 384, settings: CanvasVP8Settings(mode: .canonical(ground: .white)))
    let viewer = try Viewer()
    try viewer.take(try #require(try encoder.encode(board)))
    // Every other block, which is dear to say one by one.
    for row in 0..<12 {
      for column in 0..<20 {
        let (x, y) = (Double(column) * 32 + 8, Double(row) * 32 + 8)
        board.script.stroke(line((x - 3, y - 3), (x + 3, y + 3)), .pen, width: 2)
      }
    }
    try viewer.take(try #require(try encoder.encode(board)))
    let drawn = viewer.shown
    let clear = board.script.act { .cleared($0) }
    for step in 0..<2 {
      if step == 1 { board.script.send(.undone(clear)) }
      for number in 0..<frames {
        var request = board.step()
        request.budget = EncodeRequest.Budget(
          bits: frames == 1 ? 4_000 : 1_400, time: MediaTime(milliseconds: 33))
        let bits = request.budget?.bits ?? 0
        let frame = try #require(try encoder.encode(board.picture, request))
        #expect(frame.bytes.count * 8 <= bits, "\(step), \(number): \(frame.bytes.count)")
        try viewer.take(frame)
      }
      if step == 0 {
        #expect(Set(viewer.shown.planes[0]) == [235])
      } else {
        #expect(viewer.shown == drawn)
      }
    }
  }

  /// A joiner who comes while a preview is shown sees it sharp, and everybody the same once it is.
  @Test func joinersDuringAPreviewAreOneWithTheOthersOnceItIsSharp() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(
      width: 640, height: 384, settings: CanvasVP8Settings(mode: .canonical(ground: .white)))
    let viewer = try Viewer()
    try viewer.take(try #require(try encoder.encode(board)))
    fill(board)
    var request = board.step()
    request.budget = budget
    try viewer.take(try #require(try encoder.encode(board.picture, request)))
    let joiner = try Viewer()
    for frame in try #require(try encoder.bootstrap(board.picture, at: request.time)) {
      try joiner.take(frame)
    }
    #expect(joiner.shown != viewer.shown)
    let last = try #require(try encoder.encode(board))
    #expect(try joiner.take(last) == viewer.take(last))
  }

  /// A page that is owed does not blur what is written meanwhile.
  @Test(arguments: modes)
  func inkIsSharpAtOnceThoughMuchIsOwed(mode: CanvasVP8Settings.Mode) throws {
    let board = DrawnBoard(width: 640, height: 384)
    let settings = CanvasVP8Settings(mode: mode)
    var encoder = try CanvasVP8Encoder(width: 640, height: 384, settings: settings)
    let viewer = try Viewer()
    for _ in 0..<2 { try viewer.take(try #require(try encoder.encode(board))) }
    fill(board)
    var request = board.step()
    for step in 0..<8 {
      let y = 376 + Double(step % 2) * 2
      board.script.stroke(
        line((20 + Double(step) * 60, y), (60 + Double(step) * 60, y), count: 10), .pen, width: 3)
      let ink = board.step()
      request.time = ink.time
      request.budget = EncodeRequest.Budget(bits: 12_000, time: MediaTime(milliseconds: 33))
      let frame = try #require(try encoder.encode(board.picture, request))
      try viewer.take(frame)
      let isBehind = encoder.isBehind
      #expect(isBehind, "step \(step)")
      request.blocks = ink.blocks
      request.time = ink.time + MediaTime(milliseconds: 1)
      try viewer.take(try #require(try encoder.encode(board.picture, request)))
      let error = viewer.shown.meanSquaredError(
        from: DecodedFrame(board.picture), in: ink.blocks)
      #expect(error < 12, "step \(step): \(error)")
      request = board.step()
    }
  }

  /// Noise costs many times what blocks usually do. No budget breaks over it, and in the end every
  /// block is as good as without one.
  @Test(arguments: modes, [6_000, 20_000, 60_000])
  func noiseNeitherBreaksABudgetNorWaitsForEver(
    mode: CanvasVP8Settings.Mode, bits: Int
  ) throws {
    let (width, height) = (Int32(160), Int32(96))
    var picture = I420Picture(width: width, height: height)
    var all = BlockMap(width: width, height: height)
    all.insertAll()
    var noise = SeededGenerator(seed: 3)
    picture.fill { _, _ in 235 }
    var encoder = try CanvasVP8Encoder(
      width: width, height: height, settings: CanvasVP8Settings(mode: mode, quantiser: 4))
    let viewer = try Viewer()
    var request = EncodeRequest(time: .zero, blocks: all)
    for _ in 0..<2 { try viewer.take(try #require(try encoder.encode(picture, request))) }
    picture.fill { _, _ in UInt8(noise.next() & 255) }
    request.budget = EncodeRequest.Budget(bits: bits, time: MediaTime(milliseconds: 33))
    var frames = 0
    repeat {
      request.time = MediaTime(milliseconds: Int64(frames) * 33)
      let frame = try #require(try encoder.encode(picture, request))
      #expect(frame.bytes.count * 8 <= bits, "frame \(frames): \(frame.bytes.count) bytes")
      try viewer.take(frame)
      request.blocks.removeAll()
      frames += 1
    } while encoder.isBehind && frames < 200
    let isBehind = encoder.isBehind
    #expect(!isBehind, "\(frames) frames")
    #expect(viewer.shown.meanSquaredError(from: DecodedFrame(picture)) < 12)
  }

  /// What changes again and again is shown all the same, block after block.
  @Test func restlessBlocksAreAllShown() throws {
    let (width, height) = (Int32(320), Int32(192))
    var picture = I420Picture(width: width, height: height)
    var all = BlockMap(width: width, height: height)
    all.insertAll()
    var encoder = try CanvasVP8Encoder(width: width, height: height)
    _ = try encoder.encode(picture, EncodeRequest(time: .zero, blocks: all))
    var noise = SeededGenerator(seed: 8)
    var shown = BlockMap(width: width, height: height)
    for number in 1...120 {
      picture.fill { _, _ in UInt8(noise.next() & 255) }
      let before = DecodedFrame(encoder, like: picture)
      let request = EncodeRequest(
        time: MediaTime(milliseconds: Int64(number) * 33), blocks: all,
        budget: EncodeRequest.Budget(bits: 8_000, time: MediaTime(milliseconds: 33)))
      let frame = try #require(try encoder.encode(picture, request))
      #expect(frame.bytes.count * 8 <= 8_000)
      shown.formUnion(DecodedFrame(encoder, like: picture).blocks(differingFrom: before))
    }
    #expect(shown == all, "\(shown.count) of \(all.count)")
  }

  /// Whoever may wait gets a change whole or not at all.
  @Test func aFrameThatMayWaitIsWholeOrNone() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(width: 640, height: 384)
    _ = try encoder.encode(board)
    fill(board)
    var request = board.step()
    let target = DecodedFrame(board.picture)
    var bits = 4_000
    while true {
      request.budget = EncodeRequest.Budget(
        bits: bits, time: MediaTime(milliseconds: 33), mayWait: true)
      let before = DecodedFrame(encoder, like: board.picture)
      guard try encoder.encode(board.picture, request) != nil else {
        #expect(DecodedFrame(encoder, like: board.picture) == before)
        bits += 4_000
        continue
      }
      // No block is as blank as it was.
      let shown = DecodedFrame(encoder, like: board.picture)
      let missing = target.blocks(differingFrom: before).indices.filter {
        !shown.blocks(differingFrom: before).contains($0)
      }
      #expect(missing.count < 3, "\(missing)")
      #expect(shown.meanSquaredError(from: target) < before.meanSquaredError(from: target) / 2)
      break
    }
    #expect(bits > 8_000 && bits < 120_000, "\(bits)")
  }

  /// The undoing of a clear needs no preview, however small its budget.
  @Test func aSmallBudgetHoldsTheUndoingOfAClear() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(width: 640, height: 384)
    _ = try encoder.encode(board)
    fill(board)
    _ = try encoder.encode(board)
    let full = DecodedFrame(encoder, like: board.picture)
    let clear = board.script.act { .cleared($0) }
    for undoes in [false, true] {
      if undoes { board.script.send(.undone(clear)) }
      var request = board.step()
      request.budget = EncodeRequest.Budget(bits: 20_000, time: MediaTime(milliseconds: 33))
      let frame = try #require(try encoder.encode(board.picture, request))
      #expect(frame.bytes.count * 8 <= 20_000)
      let isBehind = encoder.isBehind
      #expect(!isBehind)
    }
    #expect(DecodedFrame(encoder, like: board.picture) == full)
  }

  /// Receivers' post-processing blends pictures when a stream's quantiser rises: it never does, for
  /// coarser qualities are segments.
  @Test func theStreamsQuantiserIsTheSameInEveryFrame() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(width: 640, height: 384)
    _ = try encoder.encode(board)
    fill(board)
    var segmented = 0
    repeat {
      var request = board.step()
      request.budget = EncodeRequest.Budget(bits: 30_000, time: MediaTime(milliseconds: 33))
      let frame = try #require(try encoder.encode(board.picture, request))
      let header = PlainHeader(of: frame.bytes)
      #expect(header.quantiser == encoder.settings.quantiser)
      if header.isSegmented { segmented += 1 }
    } while encoder.isBehind
    #expect(segmented > 1)
  }

  /// Averages on lines that are gone would leave the lines.
  @Test func aPreviewLeavesNoTraceOfLinesThatAreGone() throws {
    let (width, height) = (Int32(320), Int32(192))
    var picture = I420Picture(width: width, height: height)
    var all = BlockMap(width: width, height: height)
    all.insertAll()
    var encoder = try CanvasVP8Encoder(width: width, height: height)
    picture.fill { x, y in (x / 2 + y / 2) % 2 == 0 ? 40 : 210 }
    _ = try encoder.encode(picture, EncodeRequest(time: .zero, blocks: all))
    picture.fill { x, y in UInt8(60 + x / 4 + y / 3) }
    var request = EncodeRequest(time: MediaTime(milliseconds: 33), blocks: all)
    var bits = 2_000
    // The first budget that holds all of it holds previews.
    repeat {
      bits += 1_000
      request.budget = EncodeRequest.Budget(
        bits: bits, time: MediaTime(milliseconds: 330), mayWait: true)
    } while try encoder.encode(picture, request) == nil && bits < 1_000_000
    let isBehind = encoder.isBehind
    #expect(isBehind)
    let error = DecodedFrame(encoder, like: picture)
      .meanSquaredError(from: DecodedFrame(picture))
    #expect(error < 100, "\(error)")
  }

  /// Costs are estimated; a frame that is larger all the same loses what was coded last.
  @Test func whatTurnsOutTooLargeIsTakenBack() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(width: 640, height: 384)
    let viewer = try Viewer()
    try viewer.take(try #require(try encoder.encode(board)))
    fill(board)
    let request = board.step()
    let time = MediaTime(milliseconds: 1_000)
    encoder.begin()
    encoder.backlog.owe(request.blocks)
    var plan = CanvasVP8Plan(like: request.blocks, tokens: encoder.choice.costs)
    plan.add(request.blocks.blockNumbers, .final, encoder.costs)
    var allowance = try #require(
      CanvasVP8Allowance(EncodeRequest.Budget(bits: 10_000_000, time: time), total: 960))
    let steps = encoder.code(plan, of: board.picture, moved: .zero, &allowance)
    let frame = try encoder.frame(
      encoder.header(isKeyFrame: false), moved: nil, at: request.time, steps,
      within: EncodeRequest.Budget(bits: 40_000, time: time))
    #expect(frame.bytes.count * 8 <= 40_000 && frame.bytes.count * 8 > 20_000)
    #expect(try viewer.take(frame) == DecodedFrame(encoder, like: board.picture))
    let isBehind = encoder.isBehind
    #expect(isBehind)
    let rest = try #require(try encoder.encode(board))
    #expect(try viewer.take(rest) == DecodedFrame(encoder, like: board.picture))
    #expect(viewer.shown.meanSquaredError(from: DecodedFrame(board.picture)) < 20)
  }

  /// 2 ms are 125 macroblocks at full quality, however many bits there are.
  @Test func timeIsABudgetToo() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(width: 640, height: 384)
    _ = try encoder.encode(board)
    fill(board)
    var request = board.step()
    #expect(request.blocks.count > 700)
    var counts: [Int] = []
    repeat {
      let before = DecodedFrame(encoder, like: board.picture)
      request.budget = EncodeRequest.Budget(
        bits: 10_000_000, time: MediaTime(milliseconds: 2))
      _ = try #require(try encoder.encode(board.picture, request))
      counts.append(
        DecodedFrame(encoder, like: board.picture).blocks(differingFrom: before).count)
      request = board.step()
    } while encoder.isBehind && counts.count < 100
    // Previews first, 357 at most, and then half of the time for improving.
    #expect(counts[0] > 100 && counts[0] <= 357, "\(counts)")
    #expect(counts.count > 10 && counts.count < 60, "\(counts)")
    #expect(try #require(counts.last) <= 63, "\(counts)")
  }

  /// Averages cannot take lines away that LAST shows.
  @Test func aPreviewShowsNoLinesOfWhatWasThere() {
    var references = VP8References(width: 16, height: 16)
    var lines = VP8Samples(.white)
    for row in 0..<16 where row % 2 == 0 { lines[row] = SIMD16(repeating: 16) }
    references.store(lines, column: 0, row: 0)
    var source = VP8Samples(.white)
    for row in 8..<16 { source[row] = SIMD16(repeating: 180) }
    var levels = VP8Levels()
    _ = CanvasVP8Ladder(quantiser: 12, costs: VP8TokenCosts(.standard))[.preview]
      .preview(source, column: 0, row: 0, .zero, in: &references, &levels)
    let shown = references.samples(.last, column: 0, row: 0)
    #expect(shown.squaredError(from: source) < 384 * 100)
  }
}

extension I420Picture {
  /// Luma as a function of its place; no colour.
  fileprivate mutating func fill(_ luma: (_ x: Int, _ y: Int) -> UInt8) {
    withMutablePlane(.luma) { samples, stride in
      for index in samples.indices { samples[index] = luma(index % stride, index / stride) }
    }
    for plane in [Plane.blue, .red] {
      withMutablePlane(plane) { samples, _ in
        for index in samples.indices { samples[index] = 128 }
      }
    }
  }
}
