import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

@Suite struct RoomCodecTests {
  static let hash = ContentHash(words: SIMD4(1, 2, 3, .max))
  static let stroke = BoardID(author: AuthorID(2), number: 300)

  static let commands: [RoomCommand] = [
    .draw(.strokePoints(stroke, [StrokePoint(x: -5, y: 640)]), captured: BoardTime(ticks: 12_345)),
    .draw(.undone(BoardID(author: AuthorID(7), number: 0)), captured: .zero),
    .publish(.screen, name: "Präsentation"), .unpublish(.max), .subscribe(0), .unsubscribe(1),
    .mute(3, true), .say("why?", attachments: [hash, hash]), .say("", attachments: []),
    .react("👍"), .readHistory(before: .max), .admit(AuthorID(4)), .turnAway(AuthorID(5)),
    .remove(AuthorID(.max)), .setRole(AuthorID(1), .moderator), .setRights(AuthorID(1), .all),
    .record(.pause), .setChapter("One"), .leave, .unknown(code: 200),
  ]

  static let events: [RoomEvent] = {
    let info = Welcome.ParticipantInfo(
      id: AuthorID(2), name: "Bob", role: .host, rights: .all, isConnected: true)
    var muted = RoomTrack(id: 9, owner: AuthorID(2), kind: .microphone, name: "mic")
    muted.isMuted = true
    let welcome = Welcome(
      participant: AuthorID(2), key: ResumeKey(high: 0x0123_4567_89AB_CDEF, low: .max),
      isResumed: true, now: MediaTime(nanoseconds: -3), sequence: 1 << 40, number: 6,
      refused: [2, 5], participants: [info], tracks: [.board, muted])
    let event = BoardEvent(
      sequence: 900, time: BoardTime(ticks: 77), author: AuthorID(2), action: .chat("hello"))
    return [
      .recording(.paused), .waiting(.running), .welcome(welcome),
      .snapshot(SnapshotPart(sequence: 3, isLast: true, bytes: [1, 2, 3])), .logged(event),
      .accepted(number: 1, sequence: 2, time: BoardTime(ticks: 3)),
      .refused(number: 4, RoomError(.tooFast, "Wait.")), .answered(number: 9),
      .history([event, event], hasMore: true), .waits(AuthorID(3), name: "Eve"),
      .waitsNoMore(AuthorID(3)), .connection(AuthorID(3), isConnected: false),
      .role(AuthorID(3), .viewer, [.chat, .draw]),
      .muted(track: 4, isMuted: true, by: AuthorID(1)), .goodbye(.removed), .unknown(code: 250),
    ]
  }()

  static let requests = [
    JoinRequest(name: "Ann"),
    JoinRequest(
      version: 9, inkEngine: 1, name: "",
      resumption: .init(key: ResumeKey(high: 1, low: 2), lastSequence: .max)),
  ]

  private static func messages() throws -> [[UInt8]] {
    var messages: [[UInt8]] = []
    for (index, command) in commands.enumerated() {
      let message = ClientMessage(number: UInt64(index) << 20, command: command)
      messages.append(try RoomCodec.encode(message, by: AuthorID(2)))
    }
    return messages
  }

  @Test func `everything that is said comes back as it was`() throws {
    for (index, bytes) in try Self.messages().enumerated() {
      let read = try RoomCodec.decodeMessage(bytes)
      #expect(read.command == Self.commands[index])
      #expect(read.number == UInt64(index) << 20)
      #expect(read.byteCount == bytes.count)
    }
    for event in Self.events {
      #expect(try RoomCodec.decodeEvent(RoomCodec.encode(event)) == event)
    }
    for request in Self.requests {
      #expect(try RoomCodec.decodeJoin(RoomCodec.encode(request)) == request)
    }
  }

  @Test func `the examples are of every kind`() throws {
    let commands = Set(try Self.messages().map { $0[0] })
    let events = Set(try Self.events.map { try RoomCodec.encode($0)[0] })
    #expect(commands.isSuperset(of: RoomCodec.CommandCode.allCases.map(\.rawValue)))
    #expect(events.isSuperset(of: RoomCodec.EventCode.allCases.map(\.rawValue)))
  }

  @Test func `a message that is cut anywhere is refused`() throws {
    for bytes in try Self.messages() where bytes[0] != 200 {
      for length in 0..<bytes.count {
        #expect(throws: BinaryCodecError.self) {
          try RoomCodec.decodeMessage(Array(bytes.prefix(length)))
        }
      }
    }
    for event in Self.events {
      let bytes = try RoomCodec.encode(event)
      for length in 0..<bytes.count {
        #expect(throws: BinaryCodecError.self) {
          try RoomCodec.decodeEvent(Array(bytes.prefix(length)))
        }
      }
    }
    for request in Self.requests {
      let bytes = RoomCodec.encode(request)
      for length in 0..<bytes.count {
        #expect(throws: BinaryCodecError.self) {
          try RoomCodec.decodeJoin(Array(bytes.prefix(length)))
        }
      }
    }
  }

  @Test func `fields that a later version appends are passed over`() throws {
    for (index, bytes) in try Self.messages().enumerated() {
      #expect(try RoomCodec.decodeMessage(bytes + [1, 2, 3]).command == Self.commands[index])
    }
    for event in Self.events {
      #expect(try RoomCodec.decodeEvent(RoomCodec.encode(event) + [1, 2, 3]) == event)
    }
  }

  /// Mutated and random bytes; `RoomExercise` writes and reads again what is a message all the same.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no bytes trap, and what is read from them is written as it is`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var inputs = try Self.messages() + Self.events.map { try RoomCodec.encode($0) }
    inputs += Self.requests.map { RoomCodec.encode($0) }
    for _ in 0..<300 {
      var bytes = inputs[Int.random(in: 0..<inputs.count, using: &random)]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      if random.chance(0.1) { bytes.shuffle(using: &random) }
      #expect(RoomExercise.wireFaults(bytes) == [], "seed \(seed)")
    }
  }

  @Test func `a case that is not known makes a message unreadable, a code does not`() throws {
    #expect(throws: BinaryCodecError.malformed) {
      try RoomCodec.decodeMessage([RoomCodec.CommandCode.record.rawValue, 1, 9])
    }
    #expect(try RoomCodec.decodeMessage([99, 1, 9]).command == .unknown(code: 99))
    let later = RoomEvent.refused(number: 1, RoomError(.other, "Later."))
    var bytes = try RoomCodec.encode(later)
    bytes[2] = 240
    #expect(try RoomCodec.decodeEvent(bytes) == later, "a reason that is not known is another one")
  }
}
