import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// libvpx's decoder is the judge: it shows what the encoder keeps, sample by sample.
@Suite struct CanvasVP8EncoderTests {
  private static let modes = [CanvasVP8Settings.Mode.free, .canonical(ground: .white)]

  /// Every frame of seeded board sessions, with key frames, clears and their undoing.
  @Test(arguments: modes)
  func decodersShowWhatTheEncoderKeepsAfterEveryFrame(mode: CanvasVP8Settings.Mode) throws {
    var frames = 0
    for seed in 0..<UInt64(60) {
      let board = try CodedBoard(seed: seed, mode: mode, quantiser: UInt8(seed * 29 % 128))
      let viewer = try Viewer()
      while let frame = try board.next() {
        frames += 1
        guard try viewer.take(frame) == board.kept else {
          Issue.record("seed \(seed), frame \(frames)")
          return
        }
      }
    }
    #expect(frames > 2_000)
  }

  @Test(arguments: modes)
  func whatIsShownIsCloseToWhatWasDrawn(mode: CanvasVP8Settings.Mode) throws {
    for seed in 0..<UInt64(20) {
      let board = try CodedBoard(seed: seed, mode: mode, quantiser: 4)
      while try board.next() != nil {}
      let error = board.kept.largestError(from: board.drawn)
      #expect(error < 24, "seed \(seed): \(error)")
    }
  }

  @Test(arguments: modes)
  func equalCallsGiveEqualBytes(mode: CanvasVP8Settings.Mode) throws {
    let one = try CodedBoard(seed: 9, mode: mode, quantiser: 9)
    let other = try CodedBoard(seed: 9, mode: mode, quantiser: 9)
    while let frame = try one.next() { #expect(try other.next() == frame) }
  }

  /// What was erased leaves no trace: plain ground is exactly its colour again.
  @Test func erasedInkLeavesNoGhost() throws {
    let board = DrawnBoard(width: 320, height: 192)
    var encoder = try CanvasVP8Encoder(width: 320, height: 192)
    let viewer = try Viewer()
    let stroke = board.script.stroke(
      line((20, 100), (300, 90)), .pencil, width: 12, channels: [.force], force: 500)
    try viewer.take(try #require(try encoder.encode(board)))
    board.script.act { .deleted($0, items: [stroke]) }
    let shown = try viewer.take(try #require(try encoder.encode(board)))
    #expect(Set(shown.planes[0]) == [235])
    #expect(Set(shown.planes[1] + shown.planes[2]) == [128])
  }

  @Test func aClearAndItsUndoingCostNextToNothing() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(width: 640, height: 384)
    let viewer = try Viewer()
    try viewer.take(try #require(try encoder.encode(board)))
    for row in 0..<20 {
      let y = 10 + Double(row) * 18
      board.script.stroke(line((10, y), (630, y + 9), count: 60), .pencil, width: 9)
    }
    let full = try #require(try encoder.encode(board))
    try viewer.take(full)
    let clear = board.script.act { .cleared($0) }
    let cleared = try #require(try encoder.encode(board))
    try viewer.take(cleared)
    board.script.send(.undone(clear))
    let restored = try #require(try encoder.encode(board))
    #expect(try viewer.take(restored) == DecodedFrame(encoder, like: board.picture))
    #expect(full.bytes.count > 20_000)
    #expect(cleared.bytes.count < 1_000, "\(cleared.bytes.count)")
    #expect(restored.bytes.count < 400, "\(restored.bytes.count)")
  }

  /// A view that moves over the board: one vector says it.
  @Test func aPanCostsLittleAndIsExact() throws {
    let board = DrawnBoard(width: 640, height: 384)
    var encoder = try CanvasVP8Encoder(width: 640, height: 384)
    let viewer = try Viewer()
    try viewer.take(try #require(try encoder.encode(board)))
    for row in 0..<40 {
      let y = -150 + Double(row) * 18
      board.script.stroke(line((-200, y), (900, y + 9), count: 60), .pen, width: 3)
    }
    let full = try #require(try encoder.encode(board))
    try viewer.take(full)
    var view = Viewport.identity
    for (dx, dy) in [(16, 0), (-32, 16), (2, -6), (0, 200), (-240, -238), (3, 1), (0, -400)] {
      view.offsetX += Double(dx)
      view.offsetY += Double(dy)
      board.script.renderer.show(view)
      let frame = try #require(try encoder.encode(board))
      #expect(
        try viewer.take(frame) == DecodedFrame(encoder, like: board.picture), "\(dx), \(dy)")
      if dx.magnitude < 40, dy.magnitude < 40, dx % 2 == 0 {
        #expect(frame.bytes.count * 3 < full.bytes.count, "\(dx), \(dy): \(frame.bytes.count)")
      }
      let error = viewer.shown.meanSquaredError(from: DecodedFrame(board.picture))
      #expect(error < 12, "\(dx), \(dy): \(error)")
    }
  }

  @Test func aStillFrameIsTiny() throws {
    let board = DrawnBoard(width: 1_920, height: 1_080)
    var encoder = try CanvasVP8Encoder(width: 1_920, height: 1_080)
    board.script.stroke(line((10, 10), (600, 400)))
    _ = try encoder.encode(board)
    let still = try #require(try encoder.encode(board))
    #expect(still.bytes.count < 260)
  }

  @Test func sizesThatNoFrameCanStateAreRefused() {
    for (width, height) in [(0, 5), (5, 0), (16_384, 5), (-1, 5)] as [(Int32, Int32)] {
      #expect(throws: VideoEncoderError.self) {
        _ = try CanvasVP8Encoder(width: width, height: height)
      }
    }
  }
}
