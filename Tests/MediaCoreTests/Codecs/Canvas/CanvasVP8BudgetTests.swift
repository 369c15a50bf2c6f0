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
      if frame.bytes.count < 200 { break }
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
}
