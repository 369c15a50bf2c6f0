import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// A picture of which no part stands still.
@Suite struct WebRTCFilmTests {
  private func seconds(_ count: Int64) -> MediaTime { MediaTime(milliseconds: count * 1_000) }

  @Test(arguments: [0, 0.03])
  func `who watches a film sees it move, and who comes late does`(loss: Double) throws {
    let stage = try WebRTCStage(seed: 4, loss: loss, isFilm: true)
    try stage.join()
    try stage.run(until: seconds(5))
    try stage.join()
    try stage.run(until: seconds(10))
    stage.isDrawing = false
    try stage.run(until: seconds(14))
    #expect(stage.port.connected.count == 2)
    let (first, late) = (stage.viewers[0], stage.viewers[1])
    #expect(first.frames > 200 && late.frames > 90, "\(first.frames), \(late.frames)")
    let wanted = stage.board.luma
    for viewer in stage.viewers {
      try #require(viewer.shown.count == wanted.count)
      let off = zip(wanted, viewer.shown).map { abs(Int($0) - Int($1)) }.reduce(0, +)
      #expect(Double(off) / Double(wanted.count) < 8)
    }
    // One for each who joins, and, where packets are lost, one a second at most.
    #expect(stage.board.video.keyFrames <= (loss == 0 ? 3 : 15), "\(stage.board.video.keyFrames)")
  }
}
