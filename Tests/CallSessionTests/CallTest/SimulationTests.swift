import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct SimulationTests {
  /// Two people throw numbers at each other over a network, and a machine that counts them.
  struct Rally: SimulatedWorld {
    enum Entity: Int, CaseIterable {
      case server
      case thrower
      case there
      case back
      case machine
    }

    /// Which entity has which number.
    var order = Entity.allCases
    var there: NetworkLink
    var back: NetworkLink
    var machine: SimulatedWorkers<Int>
    var nextThrow: MediaTime? = .zero
    var nextServe: MediaTime? = MediaTime(milliseconds: 3)
    var thrown = 0
    var trace: [String] = []

    init(_ profile: NetworkProfile, seed: UInt64) {
      there = profile.uplink(ofParticipant: 0, seed: seed)
      back = profile.downlink(ofParticipant: 0, seed: seed)
      machine = SimulatedWorkers(count: 1, seed: seed)
    }

    var entityCount: Int { order.count }
    func name(of entity: Int) -> String { "\(order[entity])" }

    func deadline(of entity: Int) -> MediaTime? {
      switch order[entity] {
      case .server: nextServe
      case .thrower: nextThrow
      case .there: there.deadline
      case .back: back.deadline
      case .machine: machine.deadline
      }
    }

    mutating func wake(_ entity: Int, at now: MediaTime) {
      var deliveries: [LinkDelivery] = []
      switch order[entity] {
      case .server:
        back.send([0], at: now)
        nextServe = now + MediaTime(nanoseconds: 33_333_333)
      case .thrower:
        there.send([1], at: now)
        thrown += 1
        nextThrow = thrown < 400 ? MediaTime(milliseconds: 20 * Int64(thrown)) : nil
      case .there:
        there.deliver(until: now, into: &deliveries)
        let duration = JobDuration(
          mean: MediaTime(milliseconds: 4), deviation: MediaTime(milliseconds: 1))
        for delivery in deliveries {
          machine.submit(Int(delivery.number), taking: duration, at: now)
        }
      case .back: back.deliver(until: now, into: &deliveries)
      case .machine:
        var jobs: [Int] = []
        machine.finish(until: now, into: &jobs)
        for _ in jobs { back.send([2], at: now) }
      }
      trace.append("\(now.nanoseconds) \(order[entity]) \(deliveries.map(\.number))")
    }
  }

  static func run(
    _ profile: NetworkProfile, seed: UInt64, order: [Rally.Entity] = Rally.Entity.allCases
  ) throws -> (trace: [String], digest: UInt64) {
    var world = Rally(profile, seed: seed)
    world.order = order
    var simulation = Simulation(world)
    try simulation.run(until: MediaTime(milliseconds: 9000))
    #expect(simulation.now == MediaTime(milliseconds: 9000))
    #expect(simulation.eventCount == simulation.world.trace.count)
    return (simulation.world.trace, simulation.digest)
  }

  @Test func `the same seed gives the same run`() throws {
    let first = try Self.run(.busyWifi, seed: 3)
    let second = try Self.run(.busyWifi, seed: 3)
    #expect(first.trace == second.trace)
    #expect(first.digest == second.digest)
    #expect(first.trace.count > 1000)
    let other = try Self.run(.busyWifi, seed: 4)
    #expect(other.trace != first.trace)
    #expect(other.digest != first.digest)
  }

  @Test func `where no times are equal the numbers of entities do not matter`() throws {
    let trace = try Self.run(.busyWifi, seed: 5).trace
    let times = trace.map { $0.prefix { $0 != " " } }
    #expect(Set(times).count == times.count, "the run has no equal times")
    var order = Rally.Entity.allCases
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<5 {
      order.shuffle(using: &generator)
      #expect(try Self.run(.busyWifi, seed: 5, order: order).trace == trace)
    }
  }

  @Test func `times do not go back, and what is due is not passed over`() throws {
    var simulation = Simulation(Rally(.lte, seed: 2))
    var last = MediaTime.zero
    while try simulation.step(until: MediaTime(milliseconds: 5000)) {
      #expect(simulation.now >= last)
      last = simulation.now
      for entity in 0..<simulation.world.entityCount {
        if let deadline = simulation.world.deadline(of: entity) { #expect(deadline >= last) }
      }
    }
    #expect(last <= MediaTime(milliseconds: 5000))
    #expect(last > MediaTime(milliseconds: 4950))
  }

  /// Records who was woken; every entity has its list of times.
  struct Appointments: SimulatedWorld {
    var times: [[Int64]]
    var woken: [[Int64]] = []

    var entityCount: Int { times.count }
    func name(of entity: Int) -> String { "entity \(entity)" }
    func deadline(of entity: Int) -> MediaTime? {
      times[entity].first.map { MediaTime(nanoseconds: $0) }
    }

    mutating func wake(_ entity: Int, at now: MediaTime) {
      woken.append([now.nanoseconds, Int64(entity)])
      times[entity].removeFirst()
    }
  }

  @Test func `at equal times the lowest number comes first`() throws {
    var simulation = Simulation(Appointments(times: [[5, 9], [3, 5, 5], [5], []]))
    try simulation.run(until: MediaTime(nanoseconds: 8))
    #expect(simulation.world.woken == [[3, 1], [5, 0], [5, 1], [5, 1], [5, 2]])
    #expect(simulation.now == MediaTime(nanoseconds: 8))
    try simulation.run(until: MediaTime(nanoseconds: 9))
    #expect(simulation.world.woken.last == [9, 0])
  }

  @Test func `a deadline that is past means now`() throws {
    var simulation = Simulation(
      Appointments(times: [[2], [7]]), startingAt: MediaTime(nanoseconds: 5))
    try simulation.run(until: MediaTime(nanoseconds: 10))
    #expect(simulation.world.woken == [[5, 0], [7, 1]])
  }

  @Test func `a loop that never ends is an error that names it`() throws {
    // Entity 1 wants to be woken at 40 for ever; 0 and 2 were busy before, within reason.
    let many = [Int64](repeating: 30, count: 900)
    let world = Appointments(times: [many, [Int64](repeating: 40, count: 5000), [40, 40]])
    var simulation = Simulation(world, mostEventsAtOnce: 1000)
    #expect(
      throws: SimulationError.noProgress(
        at: MediaTime(nanoseconds: 40), entity: "entity 1", events: 1001)
    ) { try simulation.run(until: MediaTime(nanoseconds: 100)) }
    #expect(simulation.now == MediaTime(nanoseconds: 40))
  }
}
