import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct RoomChatTests {
  /// A PNG's signature and header chunk (PNG, clauses 5.2 and 11.2.2) of the given size.
  static func picture(width: UInt8, height: UInt8 = 1, scale: UInt8 = 0) -> Resource {
    let bytes: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, scale, width, 0, 0, scale, height]
    return Resource(mediaType: "image/png", bytes: bytes)
  }

  static func drawing(_ actions: [BoardAction]) throws -> Resource {
    var encoder = BinaryCodecEncoder()
    var bytes: [UInt8] = []
    try encoder.append(BoardHeader(canvasWidth: 40, canvasHeight: 40), to: &bytes)
    for (index, action) in actions.enumerated() {
      let event = BoardEvent(
        sequence: UInt64(index + 1), time: .zero, author: AuthorID(1), action: action)
      try encoder.append(event, to: &bytes)
    }
    return Resource(mediaType: Room.drawingType, bytes: bytes)
  }

  static func hash(_ resource: Resource) -> ContentHash {
    ContentHash(sha256Of: resource.bytes)
  }

  @Test func `a message with a picture and a drawing reaches everybody, later comers too`() throws {
    var stage = try Stage { $0.snapshotTail = 0 }
    let ann = try stage.join("Ann", as: .viewer)
    let picture = Self.picture(width: 9)
    let sketch = try Self.drawing([
      .strokeBegan(BoardID(author: ann, number: 1), ink: Stage.ink, channels: [], order: nil),
      .strokePoints(BoardID(author: ann, number: 1), Stage.line(9)),
    ])
    for resource in [picture, sketch] {
      stage.draw(.resource(Self.hash(resource), resource), from: ann)
      #expect(stage.logged == [.resource(Self.hash(resource), resource)])
    }
    let hashes = [Self.hash(picture), Self.hash(sketch)]
    stage.send(.say("look", attachments: hashes), from: ann)
    let message: [BoardAction] = [.chat("look"), .attached(hashes[0]), .attached(hashes[1])]
    #expect(stage.logged == message)
    let bob = try stage.join("Bob")
    for case .history(let events, _) in stage.heard(bob) {
      #expect(events.map(\.action) == message)
    }
    let board = try stage.board(sentTo: bob)
    #expect(board.map(\.action).contains(.resource(hashes[0], picture)))
    #expect(board.map(\.action).contains(.resource(hashes[1], sketch)))
  }

  @Test func `a resource that is there already is taken once`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    let picture = Self.picture(width: 9)
    stage.draw(.resource(Self.hash(picture), picture), from: ann)
    stage.draw(.resource(Self.hash(picture), picture), from: bob)
    #expect(stage.refusal(of: bob) == nil)
    #expect(stage.logged == [])
    #expect(stage.heard(ann) == [])
  }

  static let wrongResources: [(Resource, RoomError.Code)] = {
    let left = (try? drawing([.left])) ?? picture(width: 1)
    let cut = Resource(mediaType: Room.drawingType, bytes: Array(left.bytes.dropLast(3)))
    return [
      (Resource(mediaType: "image/png", bytes: []), .invalid),
      (Resource(mediaType: "image/jpeg", bytes: picture(width: 1).bytes), .invalid),
      (Resource(mediaType: "text/html", bytes: Array("<script>".utf8)), .invalid),
      (Resource(mediaType: "image/png", bytes: [UInt8](repeating: 0, count: 5 << 20)), .tooLarge),
      // 30 000 pixels a side are the most that are read at all (PictureDecoder).
      (picture(width: 0, height: 0, scale: 20), .tooLarge),
      (picture(width: 0, height: 0, scale: 200), .invalid),
      (left, .invalid),
      (cut, .invalid),
      (Resource(mediaType: Room.drawingType, bytes: [1, 2, 3]), .invalid),
      (
        Resource(mediaType: Room.drawingType, bytes: [UInt8](repeating: 0, count: 2 << 20)),
        .tooLarge
      ),
    ]
  }()

  /// By number: megabytes as arguments would be printed.
  @Test(arguments: 0..<10)
  func `a resource that is too large or not what it says is refused`(number: Int) throws {
    let (resource, code) = Self.wrongResources[number]
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    stage.draw(.resource(Self.hash(resource), resource), from: ann)
    #expect(stage.refusal(of: ann) == code)
    #expect(stage.logged.count == 0)
  }

  @Test func `bytes under another's name are refused, so that no picture is replaced`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let name = Self.hash(Self.picture(width: 1))
    stage.draw(.resource(name, Self.picture(width: 2)), from: ann)
    #expect(stage.refusal(of: ann) == .hashMismatch)
  }

  @Test func `all resources together have a limit`() throws {
    var stage = try Stage { $0.resourceTotal = 50 }
    let ann = try stage.join("Ann", as: .host)
    for width in 1...3 as ClosedRange<UInt8> {
      let picture = Self.picture(width: width)
      stage.draw(.resource(Self.hash(picture), picture), from: ann)
      #expect(stage.refusal(of: ann) == (width < 3 ? nil : .boardFull))
    }
  }

  static let wrongMessages: [(String, [ContentHash], RoomError.Code)] = [
    ("", [], .invalid),
    (String(repeating: "a", count: 8_193), [], .tooLarge),
    ("look", [ContentHash(words: SIMD4(1, 2, 3, 4))], .unknownResource),
    ("look", Array(repeating: ContentHash(words: SIMD4(1, 2, 3, 4)), count: 9), .tooMany),
  ]

  @Test(arguments: wrongMessages)
  func `a message that is none is refused`(
    text: String, attachments: [ContentHash], code: RoomError.Code
  ) throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    stage.send(.say(text, attachments: attachments), from: ann)
    #expect(stage.refusal(of: ann) == code)
    #expect(stage.logged == [])
  }

  @Test func `messages are read page by page, the oldest ones are let go`() throws {
    var stage = try Stage {
      $0.history = 5
      $0.historyPage = 2
      $0.words = TokenBucket.Rate(perSecond: 1, burst: 100)
    }
    let ann = try stage.join("Ann", as: .host)
    for number in 1...7 { stage.send(.say("\(number)", attachments: []), from: ann) }
    var read: [BoardAction] = []
    var before = UInt64.max
    while true {
      stage.send(.readHistory(before: before), from: ann)
      guard case .history(let events, let hasMore) = stage.heard(ann)[0] else { break }
      read = events.map(\.action) + read
      before = events.first?.sequence ?? 0
      if !hasMore { break }
    }
    #expect(read == ["3", "4", "5", "6", "7"].map { .chat($0) })
  }

  @Test func `words come at most so fast`() throws {
    var stage = try Stage { $0.words = TokenBucket.Rate(perSecond: 1, burst: 2) }
    let ann = try stage.join("Ann", as: .host)
    for _ in 0..<2 { stage.send(.say("hi", attachments: []), from: ann) }
    #expect(stage.refusal(of: ann) == nil)
    stage.send(.say("hi", attachments: []), from: ann)
    #expect(stage.refusal(of: ann) == .tooFast)
    stage.stroke(3, from: ann)
    #expect(stage.refusal(of: ann) == nil, "drawing has a bucket of its own")
    stage.wait(1_001)
    stage.send(.say("hi", attachments: []), from: ann)
    #expect(stage.refusal(of: ann) == nil)
  }
}
