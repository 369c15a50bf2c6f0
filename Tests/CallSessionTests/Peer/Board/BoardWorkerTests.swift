import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

@Suite struct BoardWorkerTests {
  private func worker(_ kind: BoardVideoEncoder.Kind) throws -> BoardWorker {
    try BoardWorker(
      header: BoardHeader(canvasWidth: 200, canvasHeight: 120), width: 200, height: 120,
      encoder: kind)
  }

  private func stroke(_ row: Double) -> [BoardEvent] {
    let script = BoardScript()
    // Names differ with the author.
    script.stroke(line((10, row), (190, row + 10)), author: UInt32(row))
    return script.events
  }

  @Test func `a board that stands still has no frames`() throws {
    var worker = try worker(.faceboard)
    var time = MediaTime.zero
    var result = worker.run(.draw(stroke(20), at: time))
    #expect(result.frames.isEmpty)
    var frames = 0
    while result.due != nil {
      time = time + MediaTime(milliseconds: 40)
      result = worker.run(.frame(at: time))
      frames += result.frames.count
      try #require(frames < 5)
    }
    #expect(frames == 2, "the page, and what is on it")
    #expect(worker.run(.frame(at: time)).frames.isEmpty)
  }

  @Test func `a bootstrap brings a decoder to where everybody is`() throws {
    var worker = try worker(.faceboard)
    var everybody = try VPXDecoder()
    var late = try VPXDecoder()
    var shown: [UInt8] = []
    for step in 0..<5 as Range<Int64> {
      _ = worker.run(.draw(stroke(Double(20 + step * 15)), at: MediaTime(milliseconds: step * 50)))
      for frame in worker.run(.frame(at: MediaTime(milliseconds: step * 50 + 20))).frames {
        if let picture = try everybody.decode(frame.bytes) { shown = luma(of: picture) }
      }
    }
    // Something is drawn that nobody has: all get it before the one who is late.
    _ = worker.run(.draw(stroke(110), at: MediaTime(milliseconds: 300)))
    let result = worker.run(.bootstrap(leg: 7, at: MediaTime(milliseconds: 300)))
    for frame in result.frames {
      #expect(frame.changes?.isEmpty == false)
      if let picture = try everybody.decode(frame.bytes) { shown = luma(of: picture) }
    }
    let answer = try #require(result.answer)
    #expect(answer.leg == 7)
    var own: [UInt8] = []
    for frame in try #require(answer.frames) {
      if let picture = try late.decode(frame.bytes) { own = luma(of: picture) }
    }
    #expect(shown == own)
    #expect(shown.contains { $0 < 60 })
  }

  private func luma(of picture: borrowing I420Picture) -> [UInt8] {
    picture.withPlane(.luma) { plane, _ in plane.indices.map { plane[$0] } }
  }

  @Test func `libvpx answers with key frames only, and makes what was shown better`() throws {
    var worker = try worker(.libvpx)
    _ = worker.run(.draw(stroke(20), at: .zero))
    let first = worker.run(.frame(at: MediaTime(milliseconds: 1)))
    #expect(first.frames.map(\.isKeyFrame) == [true])
    _ = worker.run(.draw(stroke(60), at: MediaTime(milliseconds: 50)))
    let second = worker.run(.frame(at: MediaTime(milliseconds: 50)))
    #expect(second.frames.map(\.isKeyFrame) == [false])
    #expect(second.due == MediaTime(milliseconds: 250))
    let answer = worker.run(.bootstrap(leg: 0, at: MediaTime(milliseconds: 60))).answer
    #expect(answer != nil)
    #expect(answer?.frames == nil)
    let key = worker.run(.keyFrame(at: MediaTime(milliseconds: 70)))
    #expect(key.frames.map(\.isKeyFrame) == [true])
    #expect(key.due == nil)
  }

  @Test func `a video of no size is refused`() {
    #expect(throws: MediaError.self) {
      _ = try BoardWorker(
        header: BoardHeader(canvasWidth: 10, canvasHeight: 10), width: 0, height: 10,
        encoder: .faceboard)
    }
  }
}
