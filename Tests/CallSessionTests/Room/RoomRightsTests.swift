import Strokes
import Testing

@testable import CallSession

@Suite struct RoomRightsTests {
  /// The table of Documentation/rooms.md.
  static let table: [(RoomRole, RoomRights)] = [
    (.viewer, [.chat]),
    (.participant, [.chat, .speak, .draw]),
    (.presenter, [.chat, .speak, .draw, .share]),
    (.moderator, [.chat, .speak, .draw, .share, .admit, .moderate]),
    (.host, [.chat, .speak, .draw, .share, .admit, .moderate, .record]),
  ]

  @Test func `roles begin with the rights of the table`() {
    #expect(Self.table.map(\.0) == RoomRole.allCases)
    for (role, rights) in Self.table { #expect(role.rights == rights) }
  }

  struct Change: Sendable {
    let sender: UInt32
    let command: RoomCommand
    let code: RoomError.Code?

    init(_ sender: UInt32, _ command: RoomCommand, _ code: RoomError.Code?) {
      self.sender = sender
      self.command = command
      self.code = code
    }
  }

  /// 1 is a host, 2 and 3 moderators, 4 a participant, 5 a second host, 9 nobody.
  static let changes = [
    Change(1, .setRole(AuthorID(2), .host), nil),
    Change(1, .setRole(AuthorID(5), .viewer), nil),
    Change(1, .setRole(AuthorID(9), .viewer), .unknownParticipant),
    Change(2, .setRole(AuthorID(4), .moderator), nil),
    Change(2, .setRole(AuthorID(4), .host), .notAllowed),
    Change(2, .setRole(AuthorID(3), .viewer), .notAllowed),
    Change(2, .setRole(AuthorID(1), .viewer), .notAllowed),
    Change(2, .setRole(AuthorID(2), .viewer), nil),
    Change(2, .setRole(AuthorID(2), .host), .notAllowed),
    Change(4, .setRole(AuthorID(4), .presenter), .notAllowed),
    Change(2, .setRights(AuthorID(4), [.chat]), nil),
    Change(2, .setRights(AuthorID(4), [.chat, .speak, .draw, .record]), .notAllowed),
    Change(1, .setRights(AuthorID(4), [.chat, .speak, .draw, .record]), nil),
    Change(2, .setRights(AuthorID(2), .all), .notAllowed),
    Change(1, .setRights(AuthorID(4), RoomRights(rawValue: 128)), .invalid),
    Change(4, .setRights(AuthorID(4), .all), .notAllowed),
    Change(2, .remove(AuthorID(4)), nil),
    Change(2, .remove(AuthorID(3)), .notAllowed),
    Change(2, .remove(AuthorID(2)), .invalid),
    Change(1, .remove(AuthorID(5)), nil),
    Change(4, .remove(AuthorID(1)), .notAllowed),
    Change(4, .record(.start), .notAllowed),
    Change(2, .record(.start), .notAllowed),
    Change(2, .setChapter("One"), .notAllowed),
    Change(1, .setChapter("One"), nil),
    Change(1, .setChapter(""), .invalid),
    Change(1, .unknown(code: 200), .unknownCommand),
  ]

  @Test(arguments: changes)
  func `nobody gives or takes what they do not have, or rules over their equals`(
    change: Change
  ) throws {
    var stage = try Stage()
    try stage.join("Ann", as: .host)
    try stage.join("Max", as: .moderator)
    try stage.join("Mia", as: .moderator)
    try stage.join("Bob", as: .participant)
    try stage.join("Zoe", as: .host)
    let before = stage.room.participants.all.map(\.info)
    stage.send(change.command, from: AuthorID(change.sender))
    #expect(stage.refusal(of: AuthorID(change.sender)) == change.code)
    if change.code != nil {
      #expect(stage.room.participants.all.map(\.info) == before)
      #expect(stage.logged == [])
    }
  }

  @Test func `everybody hears of a change of rights, and who was removed is gone`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob", as: .presenter)
    let joe = try stage.join("Joe")
    stage.send(.publish(.screen, name: "slides"), from: bob)
    stage.send(.publish(.microphone, name: "mic"), from: bob)
    stage.send(.setRole(bob, .participant), from: ann)
    #expect(stage.heard(joe).first == .role(bob, .participant, RoomRole.participant.rights))
    #expect(stage.logged == [.trackStopped(track: 1)], "the screen needs a right that is gone")
    stage.send(.remove(bob), from: ann)
    #expect(stage.heard(bob) == [.goodbye(.removed)])
    #expect(stage.logged == [.trackStopped(track: 2), .left])
    #expect(stage.heardActions(joe) == stage.logged)
  }
}
