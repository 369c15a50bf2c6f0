import MediaCore
import Strokes
import TestSupport

@testable import CallSession

/// A call that a test plays: a room, a board's worker, people on links that are simulated.
struct CallStage: ~Copyable {
  static let header = BoardHeader(canvasWidth: 320, canvasHeight: 180)

  var room: CallRoom
  var worker: BoardWorker
  private(set) var guests: [CallGuest] = []
  private(set) var now = MediaTime.zero
  private(set) var records: [CallRecord] = []
  private(set) var sentTo: [Int: Int] = [:]
  var random: SeededGenerator
  var outputs = CallRoomOutputs()
  private let link: LinkSettings

  init(
    seed: UInt64 = 1, link: LinkSettings = LinkSettings(),
    encoder: BoardVideoEncoder.Kind = .faceboard, hasWaitingRoom: Bool = false
  ) throws {
    var configuration = CallRoomConfiguration(header: Self.header)
    configuration.boardEncoder = encoder
    configuration.hasWaitingRoom = hasWaitingRoom
    let room = try CallRoom(configuration, at: .zero)
    let worker = try BoardWorker(
      header: Self.header, width: 320, height: 180, encoder: encoder)
    self.room = room
    self.worker = worker
    random = SeededGenerator(seed: seed)
    self.link = link
  }

  /// Somebody comes, with a microphone or without.
  @discardableResult
  mutating func join(
    _ number: UInt32, as role: RoomRole = .participant, tone: Double? = nil,
    down: LinkSettings? = nil
  ) throws -> CallGuest {
    let guest = try connect(number, as: role)
    if let down { guest.down = NetworkLink(down, seed: UInt64(number)) }
    guest.tone = tone
    guests.append(guest)
    guest.join(at: now)
    try guest.send(.publish(.microphone, name: "microphone"), at: now)
    return guest
  }

  /// Their connection is lost, and they come back on another.
  mutating func reconnect(_ index: Int) throws {
    let before = guests[index]
    room.remove(before.leg, at: now, using: &random, into: &outputs)
    let guest = try connect(before.number, as: .participant)
    guest.client = before.client
    guest.tone = before.tone
    guests[index] = guest
    guest.join(at: now)
  }

  private mutating func connect(_ number: UInt32, as role: RoomRole) throws -> CallGuest {
    let (up, down) = (
      SRTPKeys(.aes128GCM, using: &random), SRTPKeys(.aes128GCM, using: &random)
    )
    let leg = try room.add(
      AuthorID(number), as: role, context: try LibSRTPContext(sending: down, receiving: up),
      using: &random)
    return try CallGuest(
      number: number, leg: leg, name: "Guest \(number)",
      context: try LibSRTPContext(sending: up, receiving: down), link: link, using: &random)
  }

  /// The track of somebody's microphone or camera, as the room numbers them.
  func track(_ kind: RoomTrack.Kind, of number: UInt32) -> UInt32? {
    room.room.tracks.first { $0.kind == kind && $0.owner.rawValue == number }?.id
  }

  /// Whatever comes to the room's socket.
  mutating func attack(_ bytes: [UInt8], on leg: Int) {
    room.receive(bytes, from: leg, at: now, using: &random, into: &outputs)
  }

  /// - Parameter act: is done before each 20 ms.
  mutating func run(
    _ milliseconds: Int64, _ act: (MediaTime, [CallGuest]) throws -> Void = { _, _ in }
  ) throws {
    let end = now + MediaTime(milliseconds: milliseconds)
    while now < end {
      if now.nanoseconds % 20_000_000 == 0 {
        try act(now, guests)
        for guest in guests { try guest.speak(at: now) }
      }
      try step()
      now = now + MediaTime(milliseconds: 5)
    }
  }

  private mutating func step() throws {
    var deliveries: [LinkDelivery] = []
    for guest in guests {
      guest.up.deliver(until: now, into: &deliveries)
      for delivery in deliveries {
        room.receive(delivery.bytes, from: guest.leg, at: now, using: &random, into: &outputs)
      }
      deliveries.removeAll()
    }
    while let deadline = room.deadline, deadline <= now {
      room.handleTimeout(at: now, using: &random, into: &outputs)
      work()
    }
    work()
    for guest in guests {
      guest.down.deliver(until: now, into: &deliveries)
      for delivery in deliveries {
        guest.transport.receive(delivery.bytes, at: now, into: &guest.outputs)
      }
      deliveries.removeAll()
      if let deadline = guest.transport.deadline, deadline <= now {
        guest.transport.handleTimeout(at: now, using: &random, into: &guest.outputs)
      }
      try guest.settle(at: now)
    }
  }

  /// Does the worker's jobs, and sends what the room says.
  private mutating func work() {
    while !outputs.jobs.isEmpty {
      let jobs = outputs.jobs
      outputs.jobs.removeAll()
      for job in jobs {
        room.done(worker.run(job), at: now, using: &random, into: &outputs)
      }
    }
    for (leg, bytes) in outputs.datagrams {
      sentTo[leg, default: 0] += 1
      for guest in guests where guest.leg == leg { guest.down.send(bytes, at: now) }
    }
    records += outputs.records
    outputs.removeAll()
  }

  /// The worker's picture as what an encoder takes: luma.
  var drawn: [UInt8] {
    let canvas = worker.canvas
    var picture = I420Picture(width: canvas.width, height: canvas.height)
    var all = BlockMap(width: canvas.width, height: canvas.height)
    all.insertAll()
    ColourConverter.convert(
      all, of: canvas.pixels.span, stride: Int(canvas.width) * 4, into: &picture)
    return picture.withPlane(.luma) { plane, stride in
      var bytes: [UInt8] = []
      for row in 0..<Int(canvas.height) {
        for column in 0..<Int(canvas.width) { bytes.append(plane[row * stride + column]) }
      }
      return bytes
    }
  }
}

/// The mean distance of two pictures' samples.
func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
  guard one.count == other.count, !one.isEmpty else { return .infinity }
  var sum = 0
  for (a, b) in zip(one, other) { sum += abs(Int(a) - Int(b)) }
  return Double(sum) / Double(one.count)
}
