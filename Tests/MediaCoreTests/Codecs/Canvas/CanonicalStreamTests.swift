import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// What a live board's stream promises: whoever joins or lost packets costs the others nothing.
@Suite struct CanonicalStreamTests {
  private let mode = CanvasVP8Settings.Mode.canonical(ground: .white)

  /// A joiner at any frame: after the bootstrap and from then on bit for bit what everybody has.
  @Test func aJoinerSeesWhatEverybodySeesOnEveryFollowingFrame() throws {
    var compared = 0
    for seed in 0..<UInt64(40) {
      let board = try CodedBoard(seed: seed, mode: mode, quantiser: UInt8(seed * 7 % 60))
      var joiners: [Viewer] = []
      var number = 0
      while let frame = try board.next() {
        number += 1
        for joiner in joiners {
          #expect(try joiner.take(frame) == board.kept, "seed \(seed), frame \(number)")
          compared += 1
        }
        guard number > 1, number % 17 == 5, let frames = try board.bootstrap() else { continue }
        let joiner = try Viewer()
        for frame in frames { try joiner.take(frame) }
        #expect(joiner.shown == board.kept, "seed \(seed) joined at \(number)")
        joiners.append(joiner)
      }
    }
    #expect(compared > 1_000)
  }

  @Test func eightLostFramesAreMendedByOneAndOthersNoticeNothing() throws {
    var mended = 0
    for seed in 0..<UInt64(40) {
      let board = try CodedBoard(seed: seed, mode: mode, quantiser: 14)
      let (whole, lossy) = (try Viewer(), try Viewer())
      var missed = board.noBlocks
      var number = 0
      while let frame = try board.next() {
        number += 1
        try whole.take(frame)
        if (6..<14).contains(number % 20) {
          missed.formUnion(board.lastBlocks)
          continue
        }
        try lossy.take(frame)
        guard number % 20 == 14, let mend = try board.recode(missed) else { continue }
        missed.removeAll()
        #expect(try lossy.take(mend) == board.kept, "seed \(seed), frame \(number)")
        #expect(try whole.take(mend) == board.kept)
        mended += 1
      }
    }
    #expect(mended > 40)
  }

  @Test func thePageIsTheSameForEverybody() throws {
    let pages = try [3, 4, 5].map { seed in
      let board = DrawnBoard(width: 320, height: 192)
      board.script.stroke(line((20, 100), (300, Double(seed) * 20)))
      var encoder = try CanvasVP8Encoder(
        width: 320, height: 192, settings: CanvasVP8Settings(mode: mode))
      return try encoder.encode(board)?.bytes
    }
    #expect(pages[0] == pages[1] && pages[1] == pages[2])
  }

  /// Clears, pages that come back, views that move, joiners, and losses of any of it.
  @Test(arguments: [false, true])
  func everybodySeesTheSameWhoeverJoinedOrLostWhat(hasBudgets: Bool) throws {
    var (joined, mended, compared) = (0, 0, 0)
    for seed in 0..<UInt64(160) {
      let room = try LiveRoom(seed: seed, hasBudgets: hasBudgets)
      for number in 0..<room.frames {
        do {
          try room.step()
        } catch {
          Issue.record("seed \(seed), \(room.size), frame \(number): \(error)")
          return
        }
      }
      joined += room.joined
      mended += room.mended
      compared += room.compared
    }
    #expect(joined > 400 && mended > 150 && compared > 4_000, "\(joined), \(mended), \(compared)")
  }

  // MARK: What is copied and not coded

  /// Ink all over a page, and the frame that brought it.
  private func fill(
    _ board: DrawnBoard, _ encoder: inout CanvasVP8Encoder, rows: Int = 20
  ) throws -> EncodedFrame {
    for row in 0..<rows {
      let y = 10 + Double(row) * 18
      board.script.stroke(line((10, y), (630, y + 9), count: 60), .pencil, width: 9)
    }
    return try #require(try encoder.encode(board))
  }

  /// The encoder of a board, past the page.
  private func encoder(of board: DrawnBoard) throws -> CanvasVP8Encoder {
    var encoder = try CanvasVP8Encoder(
      width: board.picture.width, height: board.picture.height,
      settings: CanvasVP8Settings(mode: mode))
    _ = try encoder.encode(board)
    return encoder
  }

  @Test func aClearItsUndoingAndItsRedoingAreAFrameOfNothing() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try encoder(of: board)
    let viewer = try Viewer()
    for frame in try #require(try encoder.bootstrap(board.picture, at: .zero)) {
      try viewer.take(frame)
    }
    let full = try fill(board, &encoder)
    try viewer.take(full)
    #expect(full.bytes.count > 20_000)
    let drawn = viewer.shown
    let clear = board.script.act { .cleared($0) }
    for round in 0..<3 {
      if round > 0 { board.script.send(.redone(clear)) }
      let cleared = try #require(try encoder.encode(board))
      #expect(cleared.bytes.count < 60, "\(cleared.bytes.count)")
      #expect(Set(try viewer.take(cleared).planes[0]) == [235])
      board.script.send(.undone(clear))
      let restored = try #require(try encoder.encode(board))
      #expect(restored.bytes.count < 60, "\(restored.bytes.count)")
      #expect(try viewer.take(restored) == drawn)
    }
  }

  /// Whoever joined in between has ALTREF too, or it is not used.
  @Test(arguments: [4, 20])
  func theUndoingOfAClearIsRightForWhoJoinedAfterIt(rows: Int) throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try encoder(of: board)
    for row in 0..<rows {
      let y = 10 + Double(row) * 18
      board.script.stroke(line((10, y), (300, y + 9), count: 60), .pencil, width: 9)
    }
    let full = try #require(try encoder.encode(board))
    let clear = board.script.act { .cleared($0) }
    _ = try encoder.encode(board)
    let joiner = try Viewer()
    let frames = try #require(try encoder.bootstrap(board.picture, at: .zero))
    for frame in frames { try joiner.take(frame) }
    #expect(frames.contains { !$0.isShown } == (rows == 4))
    board.script.send(.undone(clear))
    let restored = try #require(try encoder.encode(board))
    #expect(try joiner.take(restored) == DecodedFrame(encoder, like: board.picture))
    #expect(
      (restored.bytes.count * 10 < full.bytes.count) == (rows == 4), "\(restored.bytes.count)")
  }

  /// Who lost a clear has something else in ALTREF, and sees that wherever the undoing brings it back:
  /// also where nothing was cleared.
  @Test func whoLostAClearIsMendedAfterItsUndoing() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(
      width: 640, height: 384, settings: CanvasVP8Settings(mode: mode))
    let viewer = try Viewer()
    func take(_ frame: EncodedFrame?) throws { try viewer.take(try #require(frame)) }
    try take(try encoder.encode(board))
    board.script.stroke(line((10, 376), (630, 376)), .pencil, width: 9)
    try take(try encoder.encode(board))
    board.script.act { .cleared($0) }
    try take(try encoder.encode(board))
    // Less than half of the picture, before which LAST would be kept.
    try take(try fill(board, &encoder, rows: 9))
    let clear = board.script.act { .cleared($0) }
    let lost = try #require(try encoder.encode(board))
    board.script.send(.undone(clear))
    let restored = try #require(try encoder.encode(board))
    try take(restored)
    var missed = try #require(lost.changes)
    missed.formUnion(try #require(restored.changes))
    try take(try encoder.recode(missed, of: board.picture, at: .zero))
    #expect(viewer.shown == DecodedFrame(encoder, like: board.picture))
  }

  /// A view that moves by whole macroblocks takes along what is there.
  @Test func aPanByWholeMacroblocksCostsLittleAndIsCanonical() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try encoder(of: board)
    let viewer = try Viewer()
    for frame in try #require(try encoder.bootstrap(board.picture, at: .zero)) {
      try viewer.take(frame)
    }
    for row in 0..<40 {
      let y = -150 + Double(row) * 18
      board.script.stroke(line((-200, y), (900, y + 9), count: 60), .pen, width: 3)
    }
    let full = try #require(try encoder.encode(board))
    try viewer.take(full)
    var view = Viewport.identity
    for (dx, dy) in [(16, 0), (-32, 16), (0, 48), (5, 0), (-16, -16)] {
      view.offsetX += Double(dx)
      view.offsetY += Double(dy)
      board.script.renderer.show(view)
      let frame = try #require(try encoder.encode(board))
      #expect(try viewer.take(frame) == DecodedFrame(encoder, like: board.picture))
      #expect((frame.bytes.count * 3 < full.bytes.count) == (dx != 5), "\(frame.bytes.count)")
      let joiner = try Viewer()
      for frame in try #require(try encoder.bootstrap(board.picture, at: .zero)) {
        try joiner.take(frame)
      }
      #expect(joiner.shown == viewer.shown, "\(dx), \(dy)")
    }
  }

  // MARK: Joiners

  @Test func aLaterJoinerGetsTheSameFramesAndOneOfWhatChanged() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try encoder(of: board)
    _ = try fill(board, &encoder)
    let first = try #require(try encoder.bootstrap(board.picture, at: .zero))
    #expect(try encoder.bootstrap(board.picture, at: .zero) == first)
    board.script.stroke(line((100, 100), (140, 120)), .pen, width: 3)
    _ = try encoder.encode(board)
    let second = try #require(try encoder.bootstrap(board.picture, at: .zero))
    try #require(second.count == 3)
    #expect(Array(second.prefix(2)) == first)
    #expect(second[2].bytes.count * 20 < first[1].bytes.count)
    #expect(try encoder.bootstrap(board.picture, at: .zero) == second)
    // Once a third of it would come twice, it is made anew.
    for row in 0..<8 {
      let y = 10 + Double(row) * 18
      board.script.stroke(line((10, y), (630, y)), .pen, width: 3)
    }
    _ = try encoder.encode(board)
    let third = try #require(try encoder.bootstrap(board.picture, at: .zero))
    try #require(third.count == 2)
    #expect(third[0] == first[0] && third[1] != first[1])
    let joiner = try Viewer()
    for frame in third { try joiner.take(frame) }
    #expect(joiner.shown == DecodedFrame(encoder, like: board.picture))
  }

  /// Ink that is gone before its turn came must be gone for those who saw it early.
  @Test func whatAJoinerSawBeforeTheOthersIsTakenBackToo() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try encoder(of: board)
    _ = try encoder.encode(board)
    let stroke = board.script.stroke(line((20, 100), (600, 120)), .pencil, width: 9)
    var request = board.step()
    request.budget = EncodeRequest.Budget(bits: 2, time: .zero)
    #expect(try encoder.encode(board.picture, request) == nil)
    let joiner = try Viewer()
    for frame in try #require(try encoder.bootstrap(board.picture, at: .zero)) {
      try joiner.take(frame)
    }
    board.script.act { .deleted($0, items: [stroke]) }
    let gone = try #require(try encoder.encode(board))
    #expect(Set(try joiner.take(gone).planes[0]) == [235])
  }

  // MARK: What is on the page

  /// A picture in stripes: `covered` of ten show a photograph, the others the page.
  private func striped(_ covered: Int, _ ground: UInt8 = 235) -> I420Picture {
    var picture = I420Picture(width: 320, height: 160)
    picture.withMutablePlane(.luma) { samples, stride in
      for y in 0..<160 {
        for x in 0..<320 {
          samples[y * stride + x] = y < covered * 16 ? UInt8((x * 7 ^ y * 5) & 127) : ground
        }
      }
    }
    return picture
  }

  private func request(_ number: Int64, _ picture: borrowing I420Picture) -> EncodeRequest {
    var all = BlockMap(width: picture.width, height: picture.height)
    all.insertAll()
    return EncodeRequest(time: MediaTime(milliseconds: number * 33), blocks: all)
  }

  @Test(arguments: [(0, true), (6, true), (7, false), (10, false)])
  func aPictureOfWhichThreeFifthsAreCoveredIsCodedFreely(
    covered: Int, isCanonical: Bool
  ) throws {
    var encoder = try CanvasVP8Encoder(
      width: 320, height: 160, settings: CanvasVP8Settings(mode: mode))
    let picture = striped(covered)
    _ = try encoder.encode(picture, request(0, picture))
    #expect(encoder.capabilities.canBootstrap == isCanonical)
    #expect(encoder.capabilities.canRecode == isCanonical)
    #expect((try encoder.bootstrap(picture, at: .zero) != nil) == isCanonical)
  }

  @Test func aBoardOfAnotherColourHasAPageOfThatColour() throws {
    var encoder = try CanvasVP8Encoder(
      width: 320, height: 160, settings: CanvasVP8Settings(mode: mode))
    let viewer = try Viewer()
    let picture = striped(3, 60)
    let page = try #require(try encoder.encode(picture, request(0, picture)))
    #expect(encoder.capabilities.canBootstrap)
    #expect(Set(try viewer.take(page).planes[0]).subtracting(58...62).isEmpty)
  }

  /// A photograph that covers the page in mid-stream makes it free, without a key frame; and when it
  /// is gone the stream is canonical again.
  @Test func aStreamIsFreeWhileItsPageIsCovered() throws {
    var encoder = try CanvasVP8Encoder(
      width: 320, height: 160, settings: CanvasVP8Settings(mode: mode))
    let viewer = try Viewer()
    var number: Int64 = 0
    for (covered, isCanonical) in [(0, true), (6, true), (7, false), (5, false), (4, true)] {
      let picture = striped(covered)
      // The second frame knows what the first has covered or bared.
      for _ in 0..<2 {
        let frame = try #require(try encoder.encode(picture, request(number, picture)))
        #expect(frame.isKeyFrame == (number == 0))
        #expect(try viewer.take(frame) == DecodedFrame(encoder, like: picture))
        number += 1
      }
      #expect(encoder.capabilities.canBootstrap == isCanonical, "\(covered)")
    }
    let picture = striped(4)
    let joiner = try Viewer()
    for frame in try #require(try encoder.bootstrap(picture, at: .zero)) { try joiner.take(frame) }
    #expect(joiner.shown == viewer.shown)
  }
}
