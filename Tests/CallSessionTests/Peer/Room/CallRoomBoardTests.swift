import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

@Suite struct CallRoomBoardTests {
  /// Draws strokes, one each 100 ms, as author 1.
  private func draw(_ count: Int, from first: Int, on stage: inout CallStage) throws {
    for stroke in first..<first + count {
      let id = BoardID(author: AuthorID(1), number: UInt32(stroke + 1))
      let ink = Ink(kind: .monoline, colour: .black, width: BoardUnit.quantiseWidth(4) ?? 0)
      var points: [StrokePoint] = []
      for (x, y) in line((20, Double(20 + stroke * 12)), (300, Double(30 + stroke * 12))) {
        guard let x = BoardUnit.quantise(x), let y = BoardUnit.quantise(y) else { continue }
        points.append(StrokePoint(x: x, y: y, timeOffset: 0, force: StrokePoint.forceUnit))
      }
      let actions: [BoardAction] = [
        .strokeBegan(id, ink: ink, channels: [], order: nil), .strokePoints(id, points),
        .strokeEnded(id),
      ]
      for action in actions {
        let captured = BoardTime(ticks: stage.now.nanoseconds / 100_000)
        try stage.guests[0].send(.draw(action, captured: captured), at: stage.now)
      }
      try stage.run(100)
    }
  }

  /// What a guest sees is what was drawn, but for what coding does.
  private func expectSame(_ guest: CallGuest, _ stage: borrowing CallStage) {
    let distance = difference(guest.shown, stage.drawn)
    #expect(distance < 1, "guest \(guest.number) is \(distance) off")
    #expect(stage.drawn.contains { $0 < 60 })
  }

  @Test(arguments: BoardVideoEncoder.Kind.allCases)
  func `who watches the board sees it, who comes late too`(
    _ encoder: BoardVideoEncoder.Kind
  ) throws {
    var stage = try CallStage(encoder: encoder)
    try stage.join(1)
    try stage.join(2)
    try stage.run(100)
    try stage.guests[1].send(.subscribe(0), at: stage.now)
    try draw(4, from: 0, on: &stage)
    try stage.run(400)
    expectSame(stage.guests[1], stage)

    try stage.join(3)
    try stage.run(100)
    try stage.guests[2].send(.subscribe(0), at: stage.now)
    // Libvpx has only key frames for it, at most one a second.
    try stage.run(1_500)
    expectSame(stage.guests[2], stage)
    try draw(2, from: 4, on: &stage)
    try stage.run(1_000)
    for guest in stage.guests.dropFirst() { expectSame(guest, stage) }
  }

  @Test func `events reach everybody, and a board that stands still costs nothing`() throws {
    var stage = try CallStage()
    try stage.join(1)
    try stage.join(2)
    try stage.run(100)
    try stage.guests[1].send(.subscribe(0), at: stage.now)
    try draw(3, from: 0, on: &stage)
    try stage.run(500)
    let strokes = stage.guests[1].board.filter {
      if case .strokeEnded = $0.action { true } else { false }
    }
    #expect(strokes.count == 3)
    let frames = stage.guests[1].boardFrames
    try stage.run(1_000)
    #expect(stage.guests[1].boardFrames == frames)
  }

  @Test func `who comes back to the board gets what was drawn meanwhile`() throws {
    var stage = try CallStage()
    try stage.join(1)
    try stage.join(2)
    try stage.run(100)
    let guest = stage.guests[1]
    try guest.send(.subscribe(0), at: stage.now)
    try draw(2, from: 0, on: &stage)
    try guest.send(.unsubscribe(0), at: stage.now)
    try stage.run(100)
    let frames = guest.boardFrames
    try draw(2, from: 2, on: &stage)
    #expect(guest.boardFrames == frames)
    try guest.send(.subscribe(0), at: stage.now)
    try stage.run(500)
    expectSame(guest, stage)
  }

  @Test func `who loses the line and comes back sees the board`() throws {
    var stage = try CallStage()
    try stage.join(1)
    try stage.join(2)
    try stage.run(100)
    try stage.guests[1].send(.subscribe(0), at: stage.now)
    try draw(2, from: 0, on: &stage)
    try stage.reconnect(1)
    try draw(2, from: 2, on: &stage)
    try stage.run(500)
    expectSame(stage.guests[1], stage)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `over a path that loses a tenth the board comes whole`(_ seed: UInt64) throws {
    var link = LinkSettings()
    link.latency = MediaTime(milliseconds: 20)
    link.loss = .independent(rate: 0.1)
    var stage = try CallStage(seed: seed, link: link)
    try stage.join(1)
    try stage.join(2)
    try stage.run(600)
    try stage.guests[1].send(.subscribe(0), at: stage.now)
    try draw(6, from: 0, on: &stage)
    try stage.run(2_000)
    expectSame(stage.guests[1], stage)
    #expect(stage.guests[0].client.pending.isEmpty)
  }
}
