import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct RoomTrackTests {
  @Test func `a track is announced, received, muted and stopped`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    stage.send(.publish(.microphone, name: "headset"), from: bob)
    let track = RoomTrack(id: 1, owner: bob, kind: .microphone, name: "headset")
    #expect(stage.media == [.published(track)])
    let start = TrackStart(track: 1, kind: .audio, name: "headset")
    #expect(stage.heardActions(ann) == [.trackStarted(start)])

    stage.send(.subscribe(1), from: ann)
    #expect(stage.media == [.subscribed(ann, 1)])
    stage.send(.subscribe(1), from: ann)
    #expect(stage.media == [], "twice is once")
    stage.send(.mute(1, true), from: bob)
    #expect(stage.media == [.muted(1, true)])
    #expect(stage.heard(ann) == [.muted(track: 1, isMuted: true, by: bob)])
    let joe = try stage.join("Joe")
    #expect(stage.welcome(joe)?.tracks.last?.isMuted == true)

    stage.send(.unpublish(1), from: bob)
    #expect(stage.media == [.stopped(1)])
    #expect(stage.logged == [.trackStopped(track: 1)])
    stage.send(.unsubscribe(1), from: ann)
    #expect(stage.refusal(of: ann) == .unknownTrack)
  }

  @Test func `one screen is shared at a time, and its end makes room for the next`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .presenter)
    let bob = try stage.join("Bob", as: .presenter)
    let eve = try stage.join("Eve", as: .participant)
    stage.send(.publish(.screen, name: "slides"), from: ann)
    stage.draw(.background(stage.newName(of: ann), .sharedScreen(ann)), from: ann)
    #expect(stage.refusal(of: ann) == nil)
    stage.send(.publish(.screen, name: "mine"), from: bob)
    #expect(stage.refusal(of: bob) == .alreadyShared)
    stage.send(.publish(.screen, name: "mine"), from: eve)
    #expect(stage.refusal(of: eve) == .notAllowed)
    stage.send(.leave, from: ann)
    stage.send(.publish(.screen, name: "mine"), from: bob)
    #expect(stage.refusal(of: bob) == nil)
    #expect(stage.room.tracks.map(\.id) == [0, 2], "numbers of tracks are never given twice")
  }

  /// Sender, command, reason. Track 1 is a participant's microphone (number 2), 3 moderates, 4 views.
  static let illegal: [(UInt32, RoomCommand, RoomError.Code)] = [
    (2, .subscribe(1), .invalid),
    (2, .subscribe(9), .unknownTrack),
    (2, .unsubscribe(0), .unknownTrack),
    (2, .publish(.board, name: "mine"), .invalid),
    (2, .publish(.camera, name: ""), .invalid),
    (2, .publish(.camera, name: "a\u{0}b"), .invalid),
    (2, .unpublish(0), .unknownTrack),
    (2, .mute(0, true), .unknownTrack),
    (3, .mute(1, false), .notAllowed),
    (4, .mute(1, true), .notAllowed),
    (4, .unpublish(1), .notAllowed),
    (4, .publish(.microphone, name: "mic"), .notAllowed),
  ]

  @Test(arguments: illegal)
  func `an illegal command about tracks is refused with its reason`(
    sender: UInt32, command: RoomCommand, code: RoomError.Code
  ) throws {
    var stage = try Stage()
    _ = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    _ = try stage.join("Max", as: .moderator)
    _ = try stage.join("Eve", as: .viewer)
    stage.send(.publish(.microphone, name: "mic"), from: bob)
    stage.send(command, from: AuthorID(sender))
    #expect(stage.refusal(of: AuthorID(sender)) == code)
    #expect(stage.media == [])
    #expect(stage.logged == [])
  }

  @Test func `a moderator silences somebody, who may speak again`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .moderator)
    let bob = try stage.join("Bob")
    stage.send(.publish(.microphone, name: "mic"), from: bob)
    stage.send(.mute(1, true), from: ann)
    #expect(stage.heard(bob) == [.muted(track: 1, isMuted: true, by: ann)])
    stage.send(.mute(1, false), from: bob)
    #expect(stage.media == [.muted(1, false)])
  }

  @Test func `tracks and subscriptions have limits`() throws {
    var stage = try Stage {
      $0.tracksPerParticipant = 2
      $0.subscriptions = 1
    }
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    for _ in 0..<2 { stage.send(.publish(.camera, name: "camera"), from: ann) }
    #expect(stage.refusal(of: ann) == nil)
    stage.send(.publish(.camera, name: "camera"), from: ann)
    #expect(stage.refusal(of: ann) == .tooMany)
    stage.send(.subscribe(0), from: bob)
    stage.send(.subscribe(1), from: bob)
    #expect(stage.refusal(of: bob) == .tooMany)
  }
}
