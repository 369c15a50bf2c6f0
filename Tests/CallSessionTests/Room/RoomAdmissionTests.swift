import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct RoomAdmissionTests {
  @Test func `a newcomer is welcomed, gets the board and the messages, and is announced`() throws {
    var stage = try Stage { $0.snapshotTail = 0 }
    let ann = try stage.join("Ann", as: .host)
    stage.stroke(20, from: ann)
    stage.send(.say("hello", attachments: []), from: ann)
    let bob = try stage.join("Bob")
    let heard = stage.heard(bob)
    let welcome = try #require(stage.welcome(bob))
    #expect(heard.first == .welcome(welcome))
    #expect(welcome.participant == bob)
    #expect(!welcome.isResumed)
    #expect(welcome.participants.map(\.name) == ["Ann", "Bob"])
    #expect(welcome.tracks == [.board])
    guard case .snapshot(let part) = heard[1], case .history(let messages, let hasMore) = heard[2]
    else {
      Issue.record("a snapshot and messages come behind the welcome: \(heard)")
      return
    }
    #expect(part.isLast)
    #expect(part.sequence == 5)
    #expect(messages.map(\.action) == [.chat("hello")])
    #expect(!hasMore)
    let joined = BoardEvent(
      sequence: 6, time: stage.room.time, author: bob, action: .joined(name: "Bob"))
    #expect(heard[3...] == [.logged(joined)])
    #expect(
      stage.heard(ann) == [.logged(joined), .role(bob, .participant, RoomRole.participant.rights)])
  }

  @Test func `a guest waits until the host lets them in`() throws {
    var stage = try Stage(hasWaitingRoom: true)
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    #expect(stage.heard(bob) == [.waiting(.off)])
    #expect(stage.heard(ann) == [.waits(bob, name: "Bob")])
    #expect(stage.logged == [])
    stage.stroke(20, from: ann)
    #expect(stage.heard(bob) == [])
    stage.send(.say("let me in", attachments: []), from: bob)
    #expect(stage.refusal(of: bob) == .wrongState)
    stage.send(.admit(bob), from: ann)
    #expect(stage.welcome(bob)?.participant == bob)
    #expect(stage.heard(ann).first == .waitsNoMore(bob))
    #expect(stage.logged == [.joined(name: "Bob")])
    #expect(stage.room.deadline == nil)
  }

  @Test func `a guest is turned away, goes away, or waits in vain`() throws {
    var stage = try Stage(hasWaitingRoom: true) { $0.waitingTime = MediaTime(milliseconds: 1_000) }
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    stage.send(.turnAway(bob), from: ann)
    #expect(stage.heard(bob) == [.goodbye(.turnedAway)])
    #expect(stage.heard(ann).first == .waitsNoMore(bob))

    let eve = try stage.join("Eve")
    stage.disconnect(eve)
    #expect(stage.heard(ann) == [.waitsNoMore(eve)])
    #expect(stage.heard(eve) == [])

    let joe = try stage.join("Joe")
    #expect(stage.room.deadline == MediaTime(milliseconds: 1_000))
    stage.wait(999)
    #expect(stage.heard(joe) == [])
    stage.wait(1)
    #expect(stage.heard(joe) == [.goodbye(.notAdmittedInTime)])
    #expect(stage.room.deadline == nil)
    stage.send(.admit(joe), from: ann)
    #expect(stage.refusal(of: ann) == .unknownParticipant)
  }

  @Test func `who may admit learns who waits, whenever they come to that right`() throws {
    var stage = try Stage(hasWaitingRoom: true)
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    stage.send(.admit(bob), from: ann)
    let eve = try stage.join("Eve")
    #expect(stage.heard(bob) == [])
    stage.send(.admit(eve), from: bob)
    #expect(stage.refusal(of: bob) == .notAllowed)
    stage.send(.setRole(bob, .moderator), from: ann)
    #expect(stage.heard(bob).contains(.waits(eve, name: "Eve")))
    let joe = try stage.join("Joe", as: .moderator)
    #expect(stage.heard(joe).contains(.waits(eve, name: "Eve")))
  }

  static let wrongRequests: [(JoinRequest, RoomError.Code)] = [
    (JoinRequest(version: 2, name: "Ann"), .otherVersion),
    (JoinRequest(inkEngine: 1, name: "Ann"), .otherEngine),
    (JoinRequest(name: ""), .invalid),
    (JoinRequest(name: " \u{200B}\u{202E}"), .invalid),
    (JoinRequest(name: "Ann\nHost"), .invalid),
    (JoinRequest(name: String(repeating: "a", count: 129)), .tooLarge),
    (
      JoinRequest(
        name: "Ann", resumption: .init(key: ResumeKey(high: 1, low: 1), lastSequence: 0)),
      .expired
    ),
  ]

  @Test(arguments: wrongRequests)
  func `a request that cannot be granted says why and changes nothing`(
    request: JoinRequest, code: RoomError.Code
  ) throws {
    var stage = try Stage()
    let error = #expect(throws: RoomError.self) { try stage.join(request) }
    #expect(error?.code == code)
    #expect(stage.room.participants.all.count == 0)
    #expect(stage.outputs.deliveries == [])
  }

  @Test func `a full room lets nobody in until somebody has left`() throws {
    var stage = try Stage(hasWaitingRoom: true) {
      $0.participants = 2
      $0.waiting = 1
    }
    let ann = try stage.join("Ann", as: .host)
    let joe = try stage.join("Joe", as: .host)
    #expect(throws: RoomError.self) { try stage.join("Max", as: .host) }
    let bob = try stage.join("Bob")
    #expect(throws: RoomError.self) { try stage.join("Eve") }
    stage.send(.admit(bob), from: ann)
    #expect(stage.refusal(of: ann) == .roomFull)
    // Somebody who is away keeps their place.
    stage.disconnect(joe)
    stage.send(.admit(bob), from: ann)
    #expect(stage.refusal(of: ann) == .roomFull)
    stage.wait(60_000)
    stage.send(.admit(bob), from: ann)
    #expect(stage.refusal(of: ann) == nil)
    #expect(stage.welcome(bob) != nil)
  }
}
