import MediaCore
import Strokes

/// Lets bytes decide what the people of a room do and what becomes of their connections, and says
/// what is wrong with what they see then: what a fuzzer calls, and tests with seeds.
package enum RoomExercise {
  package struct Report {
    package var people = 0
    package var commands = 0
    package var refusals = 0
    package var events = 0
    /// Newcomers, and those who came back to a snapshot.
    package var snapshots = 0
    package var resumptions = 0
    /// Empty when everything is as it should be.
    package var faults: [String] = []

    package var isConsistent: Bool { faults.isEmpty }
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    report.faults = wireFaults(bytes)
    var choices = ExerciseChoices(bytes)
    guard let room = room(&choices) else { return report }
    var simulation = RoomSimulation(room)
    while !choices.isEmpty { step(&simulation, &choices) }
    settle(&simulation)
    report.people = simulation.seats.count
    report.commands = simulation.commands
    report.events = simulation.log.count
    compare(&simulation)
    for seat in simulation.seats {
      report.refusals += seat.refused.count
      report.snapshots += seat.snapshots
      report.resumptions += seat.resumptions
    }
    report.faults += simulation.audit.faults
    return report
  }

  /// What is wrong with bytes as messages: any that are one come back equal after they were written
  /// and read again.
  static func wireFaults(_ bytes: [UInt8]) -> [String] {
    var faults: [String] = []
    if let message = try? RoomCodec.decodeMessage(bytes) {
      let written = try? RoomCodec.encode(message, by: AuthorID(3))
      let again = written.flatMap { try? RoomCodec.decodeMessage($0) }
      if again?.command != message.command || again?.number != message.number {
        faults.append("\(message) is not what was sent")
      }
    }
    if let event = try? RoomCodec.decodeEvent(bytes) {
      let written = try? RoomCodec.encode(event)
      if written.flatMap({ try? RoomCodec.decodeEvent($0) }) != event {
        faults.append("\(event) is not what was sent")
      }
    }
    if let request = try? RoomCodec.decodeJoin(bytes) {
      if (try? RoomCodec.decodeJoin(RoomCodec.encode(request))) != request {
        faults.append("\(request) is not what was sent")
      }
    }
    return faults
  }

  /// A small room, so that its limits are reached.
  private static func room(_ choices: inout ExerciseChoices) -> Room? {
    var limits = RoomLimits()
    limits.participants = 6
    limits.waiting = 3
    limits.graceTime = MediaTime(milliseconds: 5_000)
    limits.waitingTime = MediaTime(milliseconds: 8_000)
    limits.openStrokes = 3
    limits.tailEvents = choices.chance(2) ? 24 : 400
    limits.history = 6
    limits.snapshotTail = choices.chance(2) ? 0 : 30
    limits.historyPage = 4
    limits.operations = choices.chance(8) ? 20 : 4_000
    limits.commands = TokenBucket.Rate(perSecond: 50, burst: 200)
    limits.words = TokenBucket.Rate(perSecond: 1, burst: 6)
    let header = BoardHeader(canvasWidth: 64, canvasHeight: 40)
    return try? Room(header: header, hasWaitingRoom: choices.chance(3), limits: limits)
  }

  private static func step(_ simulation: inout RoomSimulation, _ choices: inout ExerciseChoices) {
    let count = simulation.seats.count
    guard count > 1 else { return simulation.join(as: .host) }
    let seat = choices.number(below: count)
    switch choices.number(below: 64) {
    case 0, 1:
      if count < 12 { simulation.join(as: RoomRole(rawValue: choices.byte() % 5) ?? .viewer) }
    case 2: simulation.disconnect(seat)
    case 3, 4: simulation.connect(seat)
    case 5: simulation.pass(MediaTime(milliseconds: Int64(choices.byte()) * 40))
    case 6..<20: simulation.pass(MediaTime(milliseconds: Int64(choices.byte())))
    case 20..<30: simulation.deliverUp(seat, atMost: Int(choices.byte() & 15) + 1)
    case 30..<34: simulation.deliverDown(seat)
    default: simulation.sendSomething(from: seat, &choices)
    }
  }

  /// Whoever still can comes back; everything arrives.
  private static func settle(_ simulation: inout RoomSimulation) {
    for seat in simulation.seats.indices {
      let client = simulation.seats[seat].client
      simulation.deliverDown(seat)
      if !simulation.seats[seat].isConnected, client.welcome != nil, client.goodbye == nil {
        simulation.connect(seat)
      }
    }
    for _ in 0..<3 {
      for seat in simulation.seats.indices {
        simulation.deliverDown(seat)
        simulation.deliverUp(seat)
      }
    }
    for seat in simulation.seats.indices { simulation.deliverDown(seat) }
  }

  private static func compare(_ simulation: inout RoomSimulation) {
    let expected = picture(simulation.room.header, simulation.log)
    for seat in simulation.seats.indices {
      let own = simulation.seats[seat]
      simulation.audit.check(
        own.countsOnce(in: simulation.log), "a message of seat \(seat) counts twice or not at all")
      guard own.isConnected, let header = own.header else { continue }
      simulation.audit.check(
        own.client.sequence == simulation.room.sequence, "seat \(seat) lacks events")
      simulation.audit.check(
        picture(header, own.board) == expected, "seat \(seat) sees another board")
    }
  }

  private static func picture(_ header: BoardHeader, _ log: [BoardEvent]) -> [UInt32] {
    let renderer = BoardRenderer(header: header, width: 64, height: 40, viewport: .identity)
    for event in log { renderer.apply(event) }
    _ = renderer.render()
    return renderer.canvas.pixels
  }
}

extension RoomSimulation.Seat {
  /// Whether each message that was sent and answered is in the log once, or was refused.
  fileprivate func countsOnce(in log: [BoardEvent]) -> Bool {
    var counts: [String: Int] = [:]
    for event in log where event.author == id {
      if case .chat(let text) = event.action, !text.isEmpty { counts[text, default: 0] += 1 }
    }
    let waiting = Set(client.pending.map(\.number))
    for message in sent {
      guard case .say(let text, _) = message.command, !text.isEmpty else { continue }
      let count = counts[text] ?? 0
      let isSettled = isConnected && !waiting.contains(message.number)
      guard count <= 1 else { return false }
      if isSettled, (count == 1) == refused.contains(message.number) { return false }
    }
    return true
  }
}
