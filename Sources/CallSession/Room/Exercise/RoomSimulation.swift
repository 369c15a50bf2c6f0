import MediaCore
import Strokes

/// A room and its clients, and lines between them that carry messages late and lose them when they
/// break. Everything that the room gives is audited.
struct RoomSimulation {
  struct Seat {
    var client: RoomClient
    /// Who they are for the room; nil until they have joined.
    var id: AuthorID?
    var isConnected = false
    var uplink: [ClientMessage] = []
    var downlink: [RoomEvent] = []
    /// What the client's board was last begun with, and has got since.
    var header: BoardHeader?
    var board: [BoardEvent] = []
    var snapshots = 0
    var resumptions = 0
    var refused: Set<UInt64> = []
    var sent: [ClientMessage] = []
    /// The last name given to something drawn.
    var lastName: UInt32 = 0
    /// How far the client's own clock is off, in ticks.
    var skew: Int64 = 0
    var role: RoomRole
  }

  var room: Room
  var now = MediaTime.zero
  var seats: [Seat] = []
  var log: [BoardEvent] = []
  var audit = RoomAudit()
  var commands = 0
  private var keys: UInt64 = 0
  private var outputs = RoomOutputs()

  init(_ room: Room) {
    self.room = room
  }

  mutating func join(as role: RoomRole) {
    seats.append(Seat(client: RoomClient(name: "P\(seats.count)"), role: role))
    seats[seats.count - 1].skew = Int64(seats.count * 977)
    connect(seats.count - 1)
  }

  mutating func connect(_ seat: Int) {
    keys += 1
    let key = ResumeKey(high: keys, low: ~keys)
    var request = seats[seat].client.connect()
    if request.resumption == nil || seats[seat].client.goodbye != nil {
      disconnect(seat)
      startAnew(seat)
      request = seats[seat].client.connect()
    } else {
      // Comes back before the room has noticed that the old line is dead.
      drop(seat)
    }
    do throws(RoomError) {
      let id = try room.join(request, as: seats[seat].role, key: key, at: now, into: &outputs)
      seats[seat].id = id
      seats[seat].isConnected = true
      audit.noteConnection(
        of: id, role: seats[seat].role, known: request.resumption?.lastSequence)
    } catch {
      audit.check(
        error.code == .roomFull || error.code == .expired, "a good request is refused: \(error)")
      startAnew(seat)
    }
    drain()
  }

  mutating func disconnect(_ seat: Int) {
    guard let id = seats[seat].id, seats[seat].isConnected else { return }
    drop(seat)
    room.disconnect(id, at: now, into: &outputs)
    drain()
  }

  /// The client gives a command to its line.
  mutating func send(_ command: RoomCommand, from seat: Int) {
    let message = seats[seat].client.send(command)
    if let own = seats[seat].client.pending.last { seats[seat].sent.append(own) }
    // Without a connection it stays with the client.
    if let message, seats[seat].isConnected { seats[seat].uplink.append(message) }
  }

  /// Messages that were sent reach the room.
  mutating func deliverUp(_ seat: Int, atMost count: Int = .max) {
    var left = count
    while left > 0, seats[seat].isConnected, let id = seats[seat].id, !seats[seat].uplink.isEmpty {
      left -= 1
      let message = overWire(seats[seat].uplink.removeFirst(), from: id)
      commands += 1
      room.handle(message, from: id, at: now, into: &outputs)
      drain()
    }
  }

  /// What the room said reaches the client.
  mutating func deliverDown(_ seat: Int) {
    let events = seats[seat].downlink
    seats[seat].downlink.removeAll()
    for event in events {
      var received = RoomClientOutputs()
      do throws(RoomClientError) {
        try seats[seat].client.receive(overWire(event), into: &received)
      } catch {
        audit.check(false, "a client is told nonsense: \(error) by \(event)")
      }
      for step in received.board {
        switch step {
        case .restart(let header):
          seats[seat].header = header
          seats[seat].board = []
          seats[seat].snapshots += 1
        case .event(let event): seats[seat].board.append(event)
        }
      }
      if case .welcome(let welcome) = event, welcome.isResumed { seats[seat].resumptions += 1 }
      for refusal in received.refusals { seats[seat].refused.insert(refusal.number) }
      seats[seat].uplink += received.messages
    }
  }

  mutating func pass(_ time: MediaTime) {
    now = now + time
    if let deadline = room.deadline, deadline <= now {
      room.wake(at: now, into: &outputs)
      drain()
    }
  }

  /// Whoever is not let back in comes as somebody new; what they had drawn meanwhile is lost.
  private mutating func startAnew(_ seat: Int) {
    var fresh = Seat(client: RoomClient(name: "P\(seat)"), role: seats[seat].role)
    fresh.skew = seats[seat].skew
    seats[seat] = fresh
  }

  private mutating func drop(_ seat: Int) {
    seats[seat].isConnected = false
    seats[seat].uplink = []
    seats[seat].downlink = []
    if let id = seats[seat].id { audit.noteLoss(of: id) }
  }

  /// The message as it comes out of the bytes that it is sent as.
  private mutating func overWire(_ message: ClientMessage, from id: AuthorID) -> ClientMessage {
    let bytes = try? RoomCodec.encode(message, by: id)
    let read = bytes.flatMap { try? RoomCodec.decodeMessage($0) }
    let isSame = read?.number == message.number && read?.command == message.command
    audit.check(isSame, "\(message) is not what was sent")
    return read ?? message
  }

  private mutating func overWire(_ event: RoomEvent) -> RoomEvent {
    let bytes = try? RoomCodec.encode(event)
    let read = bytes.flatMap { try? RoomCodec.decodeEvent($0) }
    audit.check(read == event, "\(event) is not what was sent")
    return read ?? event
  }

  private mutating func drain() {
    audit.take(outputs, room)
    log += outputs.log
    for delivery in outputs.deliveries {
      for seat in seats.indices {
        guard let id = seats[seat].id, delivery.reaches(id) else { continue }
        seats[seat].downlink.append(delivery.event)
        if case .goodbye = delivery.event { seats[seat].isConnected = false }
      }
    }
    outputs.removeAll()
  }
}
