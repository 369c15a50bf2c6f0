import MediaCore
import Strokes

@testable import CallSession

/// A room on which a test plays a story: one call an act, then what everybody heard of it.
struct Stage {
  var room: Room
  var now = MediaTime.zero
  private(set) var outputs = RoomOutputs()
  private(set) var log: [BoardEvent] = []
  private var numbers: [AuthorID: UInt64] = [:]
  private var names: [AuthorID: UInt32] = [:]
  private var keys: UInt64 = 0

  init(hasWaitingRoom: Bool = false, _ change: (inout RoomLimits) -> Void = { _ in }) throws {
    var limits = RoomLimits()
    change(&limits)
    room = try Room(
      header: BoardHeader(canvasWidth: 100, canvasHeight: 60), hasWaitingRoom: hasWaitingRoom,
      limits: limits)
  }

  // MARK: Acts

  @discardableResult
  mutating func join(_ name: String, as role: RoomRole = .participant) throws -> AuthorID {
    keys += 1
    return try join(JoinRequest(name: name), as: role)
  }

  mutating func join(_ request: JoinRequest, as role: RoomRole = .participant) throws -> AuthorID {
    begin()
    let key = ResumeKey(high: 7, low: keys)
    let id = try room.join(request, as: role, key: key, at: now, into: &outputs)
    end()
    return id
  }

  mutating func send(_ command: RoomCommand, from id: AuthorID) {
    numbers[id, default: 0] += 1
    send(number: numbers[id, default: 0], command, from: id)
  }

  mutating func send(
    number: UInt64, _ command: RoomCommand, from id: AuthorID, byteCount: Int = 32
  ) {
    begin()
    let message = ClientMessage(number: number, command: command, byteCount: byteCount)
    room.handle(message, from: id, at: now, into: &outputs)
    end()
  }

  /// Draws with a clock that is the room's.
  mutating func draw(_ action: BoardAction, from id: AuthorID) {
    send(.draw(action, captured: BoardTime(ticks: now.nanoseconds / 100_000)), from: id)
  }

  /// A whole stroke.
  @discardableResult
  mutating func stroke(_ x: Int32, from id: AuthorID) -> BoardID {
    let name = newName(of: id)
    draw(.strokeBegan(name, ink: Stage.ink, channels: [], order: nil), from: id)
    draw(.strokePoints(name, Stage.line(x)), from: id)
    draw(.strokeEnded(name), from: id)
    return name
  }

  mutating func disconnect(_ id: AuthorID) {
    begin()
    room.disconnect(id, at: now, into: &outputs)
    end()
  }

  mutating func wait(_ milliseconds: Int64) {
    begin()
    now = now + MediaTime(milliseconds: milliseconds)
    room.wake(at: now, into: &outputs)
    end()
  }

  mutating func newName(of id: AuthorID) -> BoardID {
    names[id, default: 0] += 1
    return BoardID(author: id, number: names[id, default: 0])
  }

  private mutating func begin() {
    outputs.removeAll()
  }

  private mutating func end() {
    log += outputs.log
  }

  // MARK: What came of the last act

  func heard(_ id: AuthorID) -> [RoomEvent] {
    var events: [RoomEvent] = []
    for delivery in outputs.deliveries where delivery.reaches(id) { events.append(delivery.event) }
    return events
  }

  /// What was logged and heard of, without numbers and times.
  func heardActions(_ id: AuthorID) -> [BoardAction] {
    var actions: [BoardAction] = []
    for event in heard(id) {
      if case .logged(let event) = event { actions.append(event.action) }
    }
    return actions
  }

  var logged: [BoardAction] { outputs.log.map(\.action) }
  var media: [MediaAct] { outputs.media }

  /// The code under which somebody's command was refused; nil when it was not.
  func refusal(of id: AuthorID) -> RoomError.Code? {
    for case .refused(_, let error) in heard(id) { return error.code }
    return nil
  }

  func welcome(_ id: AuthorID) -> Welcome? {
    for case .welcome(let welcome) in heard(id) { return welcome }
    return nil
  }

  /// The board as somebody has it who has just been sent it.
  func board(sentTo id: AuthorID) throws -> [BoardEvent] {
    var decoder = BinaryCodecDecoder()
    var board: [BoardEvent] = []
    for event in heard(id) {
      if case .snapshot(let part) = event { decoder.append(part.bytes) }
    }
    _ = try decoder.header()
    while let event = try decoder.next() { board.append(event) }
    for case .logged(let event) in heard(id) { board.append(event) }
    return board
  }

  func pixels(of events: [BoardEvent]) -> [UInt32] {
    let renderer = BoardRenderer(header: room.header, width: 100, height: 60, viewport: .identity)
    for event in events { renderer.apply(event) }
    _ = renderer.render()
    return renderer.canvas.pixels
  }

  static let ink = Ink(kind: .monoline, colour: .black, width: 6 * 64)

  static func line(_ x: Int32) -> [StrokePoint] {
    [StrokePoint(x: x * 64, y: 640), StrokePoint(x: x * 64, y: 3_000)]
  }
}
