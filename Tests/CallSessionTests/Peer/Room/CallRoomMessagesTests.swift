import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct CallRoomMessagesTests {
  @Test func `who waits before the door hears nothing until they are let in`() throws {
    var stage = try CallStage(hasWaitingRoom: true)
    let host = try stage.join(7, as: .host, tone: 400)
    let guest = try stage.join(3, tone: 700)
    try stage.run(600)
    #expect(guest.client.welcome == nil)
    #expect(guest.loudness(of: 400, in: 0.3) < 0.001)
    #expect(host.events.contains(.waits(AuthorID(3), name: "Guest 3")))
    try host.send(.admit(AuthorID(3)), at: stage.now)
    try stage.run(1_000)
    #expect(guest.client.welcome?.participant == AuthorID(3))
    #expect(guest.loudness(of: 400, in: 0.3) > 0.15)
    #expect(host.loudness(of: 700, in: 0.3) > 0.15)
  }

  @Test func `who comes together is announced together`() throws {
    var stage = try CallStage()
    let first = try stage.join(1, as: .host)
    try stage.run(300)
    let before = stage.sentTo[first.leg] ?? 0
    for number in 2...41 { try stage.join(UInt32(number)) }
    try stage.run(400)
    var (joined, tracks) = (0, 0)
    for case .logged(let event) in first.events where event.author != AuthorID(1) {
      if case .joined = event.action { joined += 1 }
      if case .trackStarted = event.action { tracks += 1 }
    }
    #expect(joined == 40 && tracks == 40)
    // Twenty ticks of the mix, and reports; the words on forty people have hardly a packet of their own.
    let sent = (stage.sentTo[first.leg] ?? 0) - before
    #expect(sent < 60, "\(sent)")
  }

  @Test func `a recording is whose right it is, and the recorder is told`() throws {
    var stage = try CallStage()
    let host = try stage.join(1, as: .host)
    let guest = try stage.join(2)
    try stage.run(100)
    try guest.send(.record(.start), at: stage.now)
    try stage.run(100)
    #expect(guest.refusals.map(\.error.code) == [.notAllowed])
    for act in [RecordingAct.start, .pause, .resume, .stop] {
      try host.send(.record(act), at: stage.now)
      try stage.run(100)
    }
    #expect(guest.client.recording == .off)
    var acts: [RecordingAct] = []
    var spans: [RecordedSpan] = []
    for record in stage.records {
      switch record {
      case .media(.recording(let act, at: _), at: _): acts.append(act)
      case .media(.recorded(let span), at: _): spans.append(span)
      default: break
      }
    }
    #expect(acts == [.start, .pause, .resume, .stop])
    #expect(spans.first?.pauses.count == 1)
    #expect(spans.first?.tracks.count == 2)
  }

  @Test func `everybody gets what is said, in one order`() throws {
    var stage = try CallStage()
    for number in 1...3 { try stage.join(UInt32(number)) }
    try stage.run(100)
    for round in 0..<3 {
      for guest in stage.guests {
        try guest.send(.say("\(guest.number) \(round)", attachments: []), at: stage.now)
      }
      try stage.run(100)
    }
    let said = stage.guests.map { guest in
      guest.board.compactMap { event in
        if case .chat(let text) = event.action { text } else { nil }
      }
    }
    #expect(said[0].count == 9)
    #expect(said[0] == said[1] && said[1] == said[2])
  }

  @Test func `who makes no sense is cut off, and the others are told`() throws {
    var stage = try CallStage()
    let guest = try stage.join(1)
    let other = try stage.join(2)
    try stage.run(100)
    let before = stage.room.isClosed(guest.leg)
    guest.transport.send([1], at: stage.now, into: &guest.outputs)
    try stage.run(100)
    let after = stage.room.isClosed(guest.leg)
    #expect(!before && after)
    #expect(other.events.contains(.connection(AuthorID(1), isConnected: false)))
  }
}
