import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct RoomConnectionTests {
  /// The story of a train in a tunnel.
  @Test func `who comes back in time gets what they missed, and what they drew counts once`() throws
  {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    let key = try #require(stage.welcome(bob)).key
    let name = stage.newName(of: bob)
    stage.draw(
      .strokeBegan(name, ink: Stage.ink, channels: [], order: nil), from: bob)
    let seen = stage.room.sequence

    stage.disconnect(bob)
    #expect(stage.heard(ann) == [.connection(bob, isConnected: false)])
    #expect(stage.heard(bob) == [])
    stage.stroke(30, from: ann)
    #expect(stage.heard(bob) == [])
    stage.wait(59_999)
    #expect(stage.logged == [])

    let again = try stage.join(
      JoinRequest(name: "Bob", resumption: .init(key: key, lastSequence: seen)))
    #expect(again == bob)
    let welcome = try #require(stage.welcome(bob))
    #expect(welcome.isResumed)
    #expect(welcome.number == 1)
    #expect(stage.heardActions(bob).count == 3)
    #expect(stage.heard(bob).count == 4)
    #expect(stage.heard(ann) == [.connection(bob, isConnected: true)])

    // The answer to the first command may have been lost, so it comes again.
    stage.send(
      number: 1,
      .draw(
        .strokeBegan(name, ink: Stage.ink, channels: [], order: nil), captured: .zero),
      from: bob)
    #expect(stage.heard(bob) == [.answered(number: 1)])
    #expect(stage.logged == [])
    stage.send(number: 2, .draw(.strokePoints(name, Stage.line(5)), captured: .zero), from: bob)
    #expect(stage.logged.count == 1)
    stage.send(number: 4, .draw(.strokeEnded(name), captured: .zero), from: bob)
    #expect(stage.refusal(of: bob) == .outOfOrder)
    stage.send(number: 3, .draw(.strokeEnded(name), captured: .zero), from: bob)
    #expect(stage.logged == [.strokeEnded(name)])
  }

  @Test func `who was refused without hearing of it hears of it when they are back`() throws {
    var stage = try Stage()
    let bob = try stage.join("Bob", as: .viewer)
    let key = try #require(stage.welcome(bob)).key
    stage.send(.react("👍"), from: bob)
    stage.send(.draw(.cleared(BoardID(author: bob, number: 1)), captured: .zero), from: bob)
    stage.disconnect(bob)
    _ = try stage.join(JoinRequest(name: "Bob", resumption: .init(key: key, lastSequence: 1)))
    #expect(stage.welcome(bob)?.number == 2)
    #expect(stage.welcome(bob)?.refused == [2])
  }

  @Test(arguments: [0, 1, 3, 4, 5, 1_000 as UInt64])
  func `who missed more than is kept, or says what cannot be, gets the board anew`(
    seen: UInt64
  ) throws {
    var stage = try Stage { $0.tailEvents = 4 }
    let ann = try stage.join("Ann", as: .host)
    let key = try #require(stage.welcome(ann)).key
    stage.stroke(10, from: ann)
    stage.stroke(20, from: ann)
    #expect(stage.room.sequence == 7)
    stage.disconnect(ann)
    _ = try stage.join(JoinRequest(name: "Ann", resumption: .init(key: key, lastSequence: seen)))
    let isKept = (3...7).contains(seen)
    #expect(stage.welcome(ann)?.isResumed == isKept)
    if isKept {
      #expect(stage.heardActions(ann).count == 7 - Int(seen))
    } else {
      let board = try stage.board(sentTo: ann)
      #expect(stage.pixels(of: board) == stage.pixels(of: stage.log))
    }
  }

  @Test func `who does not come back in time has left, and what was theirs ends`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob", as: .presenter)
    let key = try #require(stage.welcome(bob)).key
    let name = stage.newName(of: bob)
    stage.draw(.strokeBegan(name, ink: Stage.ink, channels: [], order: nil), from: bob)
    stage.send(.publish(.screen, name: "slides"), from: bob)
    stage.send(.subscribe(1), from: ann)
    stage.disconnect(bob)
    #expect(stage.room.deadline == MediaTime(milliseconds: 60_000))
    stage.wait(60_000)
    #expect(stage.logged == [.trackStopped(track: 1), .left])
    #expect(stage.media == [.stopped(1)])
    #expect(stage.heard(bob) == [])
    #expect(stage.room.board.openStrokes == [])
    #expect(stage.room.deadline == nil)
    let request = JoinRequest(name: "Bob", resumption: .init(key: key, lastSequence: 3))
    #expect(throws: RoomError.self) { try stage.join(request) }
    let again = try stage.join("Bob")
    #expect(again != bob, "identifiers are never given twice")
  }

  @Test func `tracks that were received are received again by the new connection`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let key = try #require(stage.welcome(ann)).key
    stage.send(.subscribe(0), from: ann)
    stage.disconnect(ann)
    #expect(stage.media == [.unsubscribed(ann, 0)])
    _ = try stage.join(JoinRequest(name: "Ann", resumption: .init(key: key, lastSequence: 1)))
    #expect(stage.media == [.subscribed(ann, 0)])
  }

  @Test func `a new connection takes over before the old one is known to be dead`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    let key = try #require(stage.welcome(bob)).key
    let again = try stage.join(
      JoinRequest(name: "Bob", resumption: .init(key: key, lastSequence: 2)))
    #expect(again == bob)
    #expect(stage.welcome(bob)?.isResumed == true)
    #expect(stage.heard(ann) == [])
  }

  @Test func `who leaves says so once and is spoken to no more`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    stage.send(.leave, from: bob)
    #expect(stage.heard(bob) == [.goodbye(.left)])
    #expect(stage.logged == [.left])
    stage.send(.say("still here", attachments: []), from: bob)
    #expect(stage.outputs.deliveries == [])
    stage.disconnect(bob)
    #expect(stage.outputs.deliveries == [])
    stage.stroke(3, from: ann)
    #expect(stage.heard(bob) == [])
  }

  @Test func `time that runs backwards stands still`() throws {
    var stage = try Stage()
    stage.wait(5_000)
    let ann = try stage.join("Ann", as: .host)
    stage.now = MediaTime(milliseconds: 10)
    stage.send(.say("early", attachments: []), from: ann)
    #expect(stage.log.map(\.time.ticks) == [50_000, 50_000])
  }
}
