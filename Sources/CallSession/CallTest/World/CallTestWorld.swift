package import MediaCore
import Strokes

/// A whole call: the room, its participants, and what carries their datagrams.
///
/// Everything happens when it is due, in virtual time or in real time: see `Simulation` and
/// `CallTest`.
package struct CallTestWorld<Carrier: CallTestCarrier & ~Copyable>: SimulatedWorld, ~Copyable {
  let plan: CallTestPlan
  package var carrier: Carrier
  private var hub: CallTestHub
  let seats: [CallTestSeat]
  /// When each wants to be woken: kept, since it is asked for after everything that happens.
  private var deadlines: [MediaTime?]
  /// Seats to which something has happened that nobody has looked at.
  private var isTouched: [Bool]
  let reference: InkReference
  var measurements: CallTestMeasurements
  private var arrivals: [CallTestArrival] = []
  /// What the recorder has not taken yet.
  package private(set) var records: [CallRecord] = []
  /// What went wrong for good, if something did.
  package private(set) var failure: MediaError?

  package init(_ plan: CallTestPlan, over carrier: consuming Carrier) throws(MediaError) {
    let size = plan.boardSize
    let reference = InkReference(header: plan.header, width: size.width, height: size.height)
    let drawing = DrawingScript(
      plan.board, by: AuthorID(1), until: plan.duration - CallTestMeasurements.rest)
    var hub = try CallTestHub(plan)
    seats = try Self.seats(plan, drawing, reference, in: &hub)
    deadlines = seats.map(\.deadline)
    isTouched = [Bool](repeating: false, count: seats.count)
    self.hub = hub
    self.carrier = carrier
    self.plan = plan
    self.reference = reference
    measurements = CallTestMeasurements(plan, strokes: drawing.strokes)
  }

  private static func seats(
    _ plan: CallTestPlan, _ drawing: DrawingScript, _ reference: InkReference,
    in hub: inout CallTestHub
  ) throws(MediaError) -> [CallTestSeat] {
    var keys = SimulationGenerator(seed: plan.seed, stream: 1 << 20)
    var seats: [CallTestSeat] = []
    for index in plan.names.indices {
      let up = SRTPKeys(.aes128GCM, using: &keys)
      let down = SRTPKeys(.aes128GCM, using: &keys)
      try hub.add(index, context(sending: down, receiving: up))
      seats.append(
        try CallTestSeat(
          index, plan, drawing: index == 0 ? drawing : nil, reference: reference,
          context: context(sending: up, receiving: down)))
    }
    return seats
  }

  private static func context(
    sending: SRTPKeys, receiving: SRTPKeys
  ) throws(MediaError) -> LibSRTPContext {
    do throws(SRTPError) {
      return try LibSRTPContext(sending: sending, receiving: receiving)
    } catch {
      throw MediaError(.codecFailed, "libsrtp does not start: \(error)")
    }
  }

  package func name(of entity: Int) -> String {
    switch entity {
    case 0: "room"
    case seats.count + 1: "network"
    case seats.count + 2: "measurement"
    default: plan.names[entity - 1]
    }
  }

  package var entityCount: Int { seats.count + 3 }

  package func deadline(of entity: Int) -> MediaTime? {
    guard failure == nil else { return nil }
    switch entity {
    case 0: return hub.deadline
    case seats.count + 1: return carrier.deadline
    case seats.count + 2: return measurements.deadline
    default: return deadlines[entity - 1]
    }
  }

  package mutating func wake(_ entity: Int, at now: MediaTime) {
    do throws(MediaError) {
      switch entity {
      case 0: try hub.wake(at: now)
      case seats.count + 1: deliver(at: now)
      case seats.count + 2: measurements.wake(seats, hub, at: now)
      default:
        isTouched[entity - 1] = true
        try seats[entity - 1].wake(at: now, reference: reference)
      }
    } catch {
      failure = error
    }
    send(at: now)
  }

  /// Everybody comes in.
  package mutating func begin(at now: MediaTime) throws(MediaError) {
    for seat in seats {
      isTouched[seat.index] = true
      try seat.join(at: now)
    }
    send(at: now)
  }

  /// Hands over what has arrived.
  private mutating func deliver(at now: MediaTime) {
    arrivals.removeAll(keepingCapacity: true)
    carrier.deliver(until: now, into: &arrivals)
    for arrival in arrivals {
      measurements.noteArrival(arrival)
      if arrival.link.isUp {
        hub.receive(arrival.datagram, from: arrival.link.participant, at: now)
      } else {
        isTouched[arrival.link.participant] = true
        seats[arrival.link.participant].receive(arrival.datagram, at: now)
      }
    }
  }

  private mutating func send(at now: MediaTime) {
    for (participant, datagram) in hub.takeDatagrams() {
      send(datagram, over: CallTestLink(participant: participant, isUp: false), at: now)
    }
    for seat in seats where isTouched[seat.index] {
      for datagram in seat.outputs.datagrams {
        send(datagram, over: CallTestLink(participant: seat.index, isUp: true), at: now)
      }
      seat.outputs.datagrams.removeAll(keepingCapacity: true)
      deadlines[seat.index] = seat.deadline
      isTouched[seat.index] = false
    }
    // Nobody else takes them, and they would fill the memory.
    let new = hub.takeRecords()
    if plan.isRecorded { records += new }
  }

  private mutating func send(
    _ datagram: [UInt8], over link: CallTestLink, at now: MediaTime
  ) {
    measurements.noteSent(datagram.count, over: link)
    carrier.send(datagram, over: link, at: now)
  }

  /// What the recorder is to keep, which is then forgotten here.
  package mutating func takeRecords() -> [CallRecord] {
    defer { records.removeAll(keepingCapacity: true) }
    return records
  }

  package mutating func report() -> CallTestReport {
    measurements.finish(seats)
    return measurements.report(seats, hub, carrier, reference)
  }
}
