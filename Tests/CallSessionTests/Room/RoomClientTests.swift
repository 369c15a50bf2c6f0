import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct RoomClientTests {
  private static func welcome(
    isResumed: Bool = false, number: UInt64 = 0, refused: [UInt64] = []
  ) -> RoomEvent {
    .welcome(
      Welcome(
        participant: AuthorID(2), key: ResumeKey(high: 1, low: 2), isResumed: isResumed, now: .zero,
        sequence: 0, number: number, refused: refused, participants: [], tracks: []))
  }

  private static func event(_ sequence: UInt64) -> BoardEvent {
    BoardEvent(
      sequence: sequence, time: .zero, author: AuthorID(1), action: .chat("\(sequence)"))
  }

  private static func snapshot(_ sequence: UInt64) -> RoomEvent {
    .snapshot(SnapshotStream(BoardHeader(), [], sequence: sequence).parts[0])
  }

  @Test func `commands wait for the welcome and are sent again after a break`() throws {
    var client = RoomClient(name: "Bob")
    #expect(client.connect() == JoinRequest(name: "Bob"))
    #expect(client.send(.react("1")) == nil)
    var outputs = RoomClientOutputs()
    try client.receive(Self.welcome(), into: &outputs)
    #expect(outputs.messages.map(\.command) == [.react("1")])
    try client.receive(Self.snapshot(4), into: &outputs)
    #expect(client.send(.react("2"))?.number == 2)
    #expect(client.send(.react("3"))?.number == 3)
    try client.receive(.accepted(number: 1, sequence: 4, time: .zero), into: &outputs)
    #expect(client.pending.map(\.number) == [2, 3])

    #expect(client.connect().resumption == .init(key: ResumeKey(high: 1, low: 2), lastSequence: 4))
    #expect(client.send(.react("4")) == nil)
    outputs = RoomClientOutputs()
    try client.receive(
      Self.welcome(isResumed: true, number: 2, refused: [1, 2]), into: &outputs)
    #expect(outputs.messages.map(\.number) == [3, 4])
    #expect(outputs.refusals.map(\.number) == [2], "the first was answered before")
  }

  @Test func `own drawings take their place among the others'`() throws {
    var client = RoomClient(name: "Bob")
    _ = client.connect()
    var outputs = RoomClientOutputs()
    try client.receive(Self.welcome(), into: &outputs)
    try client.receive(Self.snapshot(4), into: &outputs)
    let clear = BoardAction.cleared(BoardID(author: AuthorID(2), number: 1))
    _ = client.send(.draw(clear, captured: .zero))
    try client.receive(.logged(Self.event(5)), into: &outputs)
    try client.receive(.accepted(number: 1, sequence: 6, time: BoardTime(ticks: 9)), into: &outputs)
    let own = BoardEvent(
      sequence: 6, time: BoardTime(ticks: 9), author: AuthorID(2), action: clear)
    #expect(
      outputs.board == [.restart(BoardHeader()), .event(Self.event(5)), .event(own)])
    #expect(client.sequence == 6)
  }

  @Test func `what makes no sense is found`() throws {
    var client = RoomClient(name: "Bob")
    _ = client.connect()
    var outputs = RoomClientOutputs()
    try client.receive(Self.welcome(), into: &outputs)
    #expect(throws: RoomClientError.gap(expected: 1)) {
      try client.receive(.logged(Self.event(1)), into: &outputs)
    }
    let broken = SnapshotPart(sequence: 2, isLast: true, bytes: [1, 2])
    #expect(throws: RoomClientError.brokenSnapshot) {
      try client.receive(.snapshot(broken), into: &outputs)
    }
    try client.receive(Self.snapshot(4), into: &outputs)
    #expect(throws: RoomClientError.unexpectedSnapshot) {
      try client.receive(Self.snapshot(4), into: &outputs)
    }
    for sequence in [3, 4, 6] as [UInt64] {
      #expect(throws: RoomClientError.gap(expected: 5)) {
        try client.receive(.logged(Self.event(sequence)), into: &outputs)
      }
    }
  }

  @Test func `who cannot come in is told why`() throws {
    var client = RoomClient(name: "Bob")
    _ = client.connect()
    _ = client.send(.react("1"))
    var outputs = RoomClientOutputs()
    let error = RoomError(.roomFull, "The room is full.")
    try client.receive(.refused(number: 0, error), into: &outputs)
    #expect(outputs.refusals == [.init(number: 0, error: error)])
    #expect(client.pending.count == 1)
  }

  @Test func `a snapshot that a break cut is asked for anew`() throws {
    var client = RoomClient(name: "Bob")
    _ = client.connect()
    var outputs = RoomClientOutputs()
    try client.receive(Self.welcome(), into: &outputs)
    #expect(client.connect().resumption?.lastSequence == .max)
  }
}
