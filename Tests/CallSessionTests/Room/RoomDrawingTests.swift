import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct RoomDrawingTests {
  @Test func `an act is numbered, answered to its author and passed to everybody else`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    stage.wait(1_000)
    let name = stage.newName(of: bob)
    stage.draw(.cleared(name), from: bob)
    let event = BoardEvent(
      sequence: 3, time: BoardTime(ticks: 10_000), author: bob, action: .cleared(name))
    #expect(stage.heard(ann) == [.logged(event)])
    #expect(
      stage.heard(bob) == [
        .accepted(number: 1, sequence: 3, time: BoardTime(ticks: 10_000))
      ])
    #expect(stage.outputs.log == [event])
  }

  /// Each illegal act, by the sender's number 2, with the reason that is given.
  static let illegal: [(BoardAction, RoomError.Code)] = {
    let own = BoardID(author: AuthorID(2), number: 50)
    let taken = BoardID(author: AuthorID(2), number: 1)
    let copied = BoardID(author: AuthorID(2), number: 41)
    let other = BoardID(author: AuthorID(1), number: 1)
    let nowhere = ContentHash(words: SIMD4(1, 2, 3, 4))
    let far = [StrokePoint(x: .max, y: 0)]
    return [
      (.strokeBegan(taken, ink: Stage.ink, channels: [], order: nil), .nameTaken),
      (.strokeBegan(other, ink: Stage.ink, channels: [], order: nil), .foreignName),
      (.strokePoints(own, Stage.line(3)), .notOpen),
      (.strokePoints(taken, Stage.line(3)), .notOpen),
      (.strokeEnded(taken), .notOpen),
      (.strokePoints(own, far), .invalid),
      (.cleared(taken), .nameTaken),
      (.cleared(copied), .nameTaken),
      (.undone(copied), .unknownOperation),
      (.cleared(BoardID(author: AuthorID(9), number: 1)), .foreignName),
      (.undone(other), .notAllowed),
      (.redone(other), .notAllowed),
      (.undone(own), .unknownOperation),
      (.duplicated(own, copies: [Duplicate(source: other, copy: taken)], .identity), .nameTaken),
      (.duplicated(own, copies: [Duplicate(source: other, copy: own)], .identity), .nameTaken),
      (.duplicated(own, copies: [Duplicate(source: taken, copy: other)], .identity), .foreignName),
      (.picturePlaced(own, PicturePlacement(hash: nowhere, width: 1, height: 1)), .unknownResource),
      (.background(own, .picture(nowhere)), .unknownResource),
      (.background(own, .sharedScreen(AuthorID(1))), .unknownTrack),
      (.chat("by the back door"), .invalid),
      (.joined(name: "Ann"), .invalid),
      (.left, .invalid),
      (.recordingStopped, .invalid),
      (.recordingAnnounced(to: [AuthorID(1)]), .invalid),
      (.trackStopped(track: 1), .invalid),
      (.unknown(kind: "binary:200", payload: []), .invalid),
    ]
  }()

  @Test(arguments: illegal)
  func `an illegal act is refused with its reason and changes nothing`(
    action: BoardAction, code: RoomError.Code
  ) throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    stage.stroke(10, from: ann)
    let stroke = stage.stroke(20, from: bob)
    let copy = Duplicate(source: stroke, copy: BoardID(author: bob, number: 41))
    stage.draw(
      .duplicated(BoardID(author: bob, number: 40), copies: [copy], .identity), from: bob)
    stage.draw(action, from: bob)
    #expect(stage.refusal(of: bob) == code)
    #expect(stage.outputs.log == [])
    #expect(stage.heard(ann) == [])
    // The number is spent all the same.
    stage.stroke(30, from: bob)
    #expect(stage.refusal(of: bob) == nil)
  }

  @Test func `a viewer draws nothing, and a moderator takes back what others did`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .moderator)
    let bob = try stage.join("Bob", as: .viewer)
    stage.draw(.pointer(x: 0, y: 0, isVisible: true), from: bob)
    #expect(stage.refusal(of: bob) == .notAllowed)
    let joe = try stage.join("Joe")
    let stroke = stage.stroke(10, from: joe)
    stage.draw(.undone(stroke), from: ann)
    #expect(stage.heardActions(joe) == [.undone(stroke)])
  }

  /// Undone items are in the snapshot: undoing and redoing the oldest act still work.
  @Test func `a late joiner's board does what everybody's does, even with what was undone before`()
    throws
  {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let first = stage.stroke(20, from: ann)
    let second = stage.stroke(50, from: ann)
    let clear = stage.newName(of: ann)
    let open = stage.newName(of: ann)
    stage.draw(.strokeBegan(open, ink: Stage.ink, channels: [], order: nil), from: ann)
    stage.draw(.strokePoints(open, [StrokePoint(x: 64, y: 64)]), from: ann)
    stage.draw(.strokePoints(open, [StrokePoint(x: 6_000, y: 64)]), from: ann)
    stage.draw(.cleared(clear), from: ann)
    stage.draw(.strokePoints(open, [StrokePoint(x: 6_000, y: 3_000)]), from: ann)
    stage.draw(.undone(first), from: ann)
    let bob = try stage.join("Bob")
    var board = try stage.board(sentTo: bob)
    #expect(stage.pixels(of: board) == stage.pixels(of: stage.log))
    for action in [BoardAction.undone(clear), .redone(first), .undone(second), .strokeEnded(open)] {
      stage.draw(action, from: ann)
      for case .logged(let event) in stage.heard(bob) { board.append(event) }
      #expect(stage.pixels(of: board) == stage.pixels(of: stage.log), "\(action)")
    }
  }

  @Test func `a snapshot is made once for many, and the log after it follows`() throws {
    var stage = try Stage { $0.snapshotTail = 5 }
    let ann = try stage.join("Ann", as: .host)
    var sequences: [UInt64] = []
    for name in ["Bob", "Eve", "Joe", "Max"] {
      stage.stroke(Int32(sequences.count + 1) * 20, from: ann)
      let newcomer = try stage.join(name)
      for case .snapshot(let part) in stage.heard(newcomer) { sequences.append(part.sequence) }
      let board = try stage.board(sentTo: newcomer)
      #expect(stage.pixels(of: board) == stage.pixels(of: stage.log))
      #expect(stage.log.count == Int(stage.room.sequence))
    }
    #expect(sequences == [0, 8, 8, 16], "four events from one to the next")
  }

  @Test func `who loses the right to draw ends the stroke under their pen`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    let name = stage.newName(of: bob)
    stage.draw(.strokeBegan(name, ink: Stage.ink, channels: [], order: nil), from: bob)
    stage.send(.setRights(bob, [.chat]), from: ann)
    #expect(stage.logged == [.strokeEnded(name)])
    stage.draw(.strokePoints(name, Stage.line(4)), from: bob)
    #expect(stage.refusal(of: bob) == .notAllowed)
  }

  @Test func `strokes at once, operations and bytes have limits`() throws {
    var stage = try Stage {
      $0.openStrokes = 2
      $0.operations = 4
      $0.boardBytes = 20_000
    }
    let ann = try stage.join("Ann", as: .host)
    var names: [BoardID] = []
    for _ in 0..<3 {
      names.append(stage.newName(of: ann))
      stage.draw(
        .strokeBegan(names[names.count - 1], ink: Stage.ink, channels: [], order: nil), from: ann)
    }
    #expect(stage.refusal(of: ann) == .tooMany)
    stage.draw(.strokeEnded(names[0]), from: ann)
    stage.draw(.cleared(stage.newName(of: ann)), from: ann)
    stage.draw(.cleared(stage.newName(of: ann)), from: ann)
    #expect(stage.refusal(of: ann) == nil)
    stage.draw(.cleared(stage.newName(of: ann)), from: ann)
    #expect(stage.refusal(of: ann) == .boardFull)
    let many = [StrokePoint](repeating: StrokePoint(x: 0, y: 0), count: 3_000)
    stage.draw(.strokePoints(names[1], many), from: ann)
    #expect(stage.refusal(of: ann) == .boardFull)
    stage.draw(.strokePoints(names[1], Array(many.prefix(100))), from: ann)
    #expect(stage.refusal(of: ann) == nil)
  }

  @Test func `a command that is too long is refused, whatever it is`() throws {
    var stage = try Stage { $0.commandBytes = 100 }
    let ann = try stage.join("Ann", as: .host)
    stage.send(number: 1, .react("👍"), from: ann, byteCount: 101)
    #expect(stage.refusal(of: ann) == .tooLarge)
    stage.send(number: 2, .react("👍"), from: ann, byteCount: 100)
    #expect(stage.refusal(of: ann) == nil)
  }

  /// The stamps are those of a clock that is an hour ahead; the second comes 5 s late.
  @Test func `an act bears the time of its capture, but none before the act before it`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    let hour: Int64 = 36_000_000
    var names: [BoardID] = []
    for _ in 0..<3 { names.append(stage.newName(of: bob)) }
    stage.wait(1_000)
    stage.send(.draw(.cleared(names[0]), captured: BoardTime(ticks: hour + 10_000)), from: bob)
    stage.wait(6_000)
    stage.send(.draw(.cleared(names[1]), captured: BoardTime(ticks: hour + 20_000)), from: bob)
    #expect(stage.room.time.ticks <= 20_060, "what the clocks may have parted by")
    #expect(stage.room.time.ticks >= 20_000)
    stage.draw(.cleared(stage.newName(of: ann)), from: ann)
    #expect(stage.room.time.ticks == 70_000)
    stage.send(.draw(.cleared(names[2]), captured: BoardTime(ticks: hour + 21_000)), from: bob)
    #expect(stage.room.time.ticks == 70_000)
  }
}
