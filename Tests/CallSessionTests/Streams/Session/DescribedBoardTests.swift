import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct DescribedBoardTests {
  static func model(loss: Double, delay: Int64) -> DescribedBoard.Link.Model {
    var model = DescribedBoard.Link.Model()
    model.rates = [(.zero, 5_000_000)]
    model.loss = loss
    model.delay = MediaTime(milliseconds: delay)
    return model
  }

  @Test func `without losses every frame is understood and depends on the one before`() throws {
    var board = DescribedBoard(Self.model(loss: 0, delay: 150), seed: 1)
    board.isDrawing = { $0 < MediaTime(milliseconds: 9_500) }
    try board.run(until: MediaTime(milliseconds: 10_000))
    #expect(board.screen.screen.versions == board.board.versions)
    #expect(board.screen.notUnderstood == 0 && board.screen.keyFrames == 1)
    #expect(board.recoveries == 0 && board.bootstraps == 1 && board.screen.pleas == 0)
  }

  @Test(arguments: 0..<4, [(0.05, 150), (0.1, 150), (0.1, 20), (0.25, 80)])
  func `who goes by descriptors is never stuck and shows the board in the end`(
    seed: UInt64, path: (loss: Double, delay: Int64)
  ) throws {
    for isHasty in [false, true] {
      var board = DescribedBoard(
        Self.model(loss: path.loss, delay: path.delay), isHasty: isHasty, seed: seed)
      board.isDrawing = { $0 < MediaTime(milliseconds: 20_000) }
      try board.run(until: MediaTime(milliseconds: 25_000))
      #expect(board.screen.screen.versions == board.board.versions)
      // Only a key frame's own loss is a reason to ask for one.
      let losses = path.loss > 0.2 ? 3 : 1
      #expect(board.screen.pleas <= losses && board.bootstraps <= losses + 1)
      #expect(board.screen.longestStill < MediaTime(milliseconds: 3_500))
      #expect(path.delay < 100 || board.recoveries > 10)
    }
  }

  @Test(arguments: 0..<3)
  func `on a long path that loses much ink is there sooner`(
    seed: UInt64
  ) throws {
    var means: [Int64] = []
    for isTold in [false, true] {
      var board = DescribedBoard(Self.model(loss: 0.08, delay: 150), isTold: isTold, seed: seed)
      board.isDrawing = { $0 < MediaTime(milliseconds: 30_000) }
      try board.run(until: MediaTime(milliseconds: 33_000))
      #expect(board.screen.screen.versions == board.board.versions)
      means.append(board.inkDelays.reduce(0, +) / Int64(board.inkDelays.count))
    }
    // Of those 150 is the path.
    #expect((means[1] - 150) * 10 < (means[0] - 150) * 7, "\(means)")
  }
}
