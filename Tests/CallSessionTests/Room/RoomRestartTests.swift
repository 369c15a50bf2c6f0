import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct RoomRestartTests {
  @Test func `a room goes on where its log ends, and says what ended with the server`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob", as: .presenter)
    let eve = try stage.join("Eve")
    let stroke = stage.stroke(20, from: bob)
    let open = stage.newName(of: bob)
    stage.draw(.strokeBegan(open, ink: Stage.ink, channels: [], order: nil), from: bob)
    stage.send(.say("hello", attachments: []), from: eve)
    stage.send(.publish(.screen, name: "slides"), from: bob)
    stage.send(.record(.start), from: ann)
    stage.send(.leave, from: eve)
    stage.wait(3_000)

    var outputs = RoomOutputs()
    let restarted = try Room(
      header: stage.room.header, log: stage.log, at: MediaTime(milliseconds: 9_000), into: &outputs)
    #expect(
      outputs.log.map(\.action) == [.recordingStopped, .trackStopped(track: 1), .left, .left])
    #expect(outputs.log.map(\.author) == [AuthorID(0), bob, ann, bob])
    #expect(outputs.log.first?.sequence == stage.room.sequence + 1)
    #expect(outputs.log.map(\.time.ticks) == [90_000, 90_000, 90_000, 90_000])
    #expect(outputs.deliveries == [])

    var next = stage
    next.now = MediaTime(milliseconds: 9_500)
    next.room = restarted
    let max = try next.join("Max", as: .host)
    #expect(max == AuthorID(4), "identifiers are never given twice")
    let board = try next.board(sentTo: max)
    #expect(next.pixels(of: board) == next.pixels(of: stage.log + outputs.log))
    for case .history(let events, _) in next.heard(max) {
      #expect(events.map(\.action) == [.chat("hello")])
    }
    next.draw(.undone(stroke), from: max)
    #expect(next.refusal(of: max) == nil)
    next.send(.publish(.screen, name: "mine"), from: max)
    #expect(next.room.tracks.map(\.id) == [0, 2])
    next.send(.record(.start), from: max)
    #expect(next.refusal(of: max) == nil)
  }

  @Test func `a log that was damaged makes a room all the same, and one beyond the limits none`()
    throws
  {
    let author = AuthorID(3)
    let stroke = BoardID(author: author, number: 1)
    let action = BoardAction.strokeBegan(stroke, ink: Stage.ink, channels: [], order: nil)
    let log = [
      BoardEvent(sequence: 9, time: BoardTime(ticks: 50), author: author, action: action),
      BoardEvent(sequence: 4, time: BoardTime(ticks: 20), author: author, action: .cleared(stroke)),
    ]
    var outputs = RoomOutputs()
    let room = try Room(header: BoardHeader(), log: log, at: .zero, into: &outputs)
    #expect(outputs.log.map(\.action) == [.strokeEnded(stroke)], "its author never came")
    #expect(room.sequence == 11)
    #expect(room.time.ticks == 50)
    // The last numbers that there are: nobody can come any more, and nothing traps.
    let last = BoardEvent(
      sequence: 1, time: .zero, author: AuthorID(.max),
      action: .trackStarted(TrackStart(track: .max, kind: .audio, name: "mic")))
    var full = try Room(header: BoardHeader(), log: [last], at: .zero, into: &outputs)
    #expect(throws: RoomError.self) {
      try full.join(
        JoinRequest(name: "Ann"), as: .host, key: ResumeKey(high: 1, low: 1), at: .zero,
        into: &outputs)
    }
    let beyond = BoardEvent(
      sequence: 1, time: BoardTime(ticks: -1), author: author, action: .left)
    #expect(throws: BoardSchemaError.time) {
      try Room(header: BoardHeader(), log: [beyond], at: .zero, into: &outputs)
    }
  }
}
