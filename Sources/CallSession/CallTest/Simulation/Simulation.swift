package import MediaCore

/// Runs a world in virtual time: always the earliest event, at equal times the entity with the lowest
/// number. An hour takes as long as its events take to compute, and one that is run again is the same.
package struct Simulation<World: SimulatedWorld & ~Copyable>: ~Copyable {
  package var world: World
  package private(set) var now: MediaTime
  package private(set) var eventCount: Int64 = 0
  /// FNV-1a over the time and entity of every event: equal runs have equal digests.
  package private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

  private let mostEventsAtOnce: Int
  /// How often each entity was woken at this moment, and which were.
  private var wakes: [Int]
  private var woken: [Int] = []
  private var eventsNow = 0

  /// `mostEventsAtOnce` is far above what a moment of a call needs: it finds loops that never end.
  package init(
    _ world: consuming World, startingAt start: MediaTime = .zero, mostEventsAtOnce: Int = 100_000
  ) {
    wakes = [Int](repeating: 0, count: world.entityCount)
    self.world = world
    now = start
    self.mostEventsAtOnce = mostEventsAtOnce
  }

  /// Runs all that happens up to and including `end`. Time is `end` then, but after an error.
  package mutating func run(until end: MediaTime) throws(SimulationError) {
    while try step(until: end) {}
    advance(to: end)
  }

  /// When the next event is due, not before now; nil when nothing is pending.
  package var deadline: MediaTime? { earliest()?.time }

  /// One event. False when nothing is due by `end`.
  package mutating func step(until end: MediaTime) throws(SimulationError) -> Bool {
    guard let (entity, time) = earliest(), time <= end else { return false }
    advance(to: time)
    note(entity)
    guard eventsNow <= mostEventsAtOnce else { throw noProgress() }
    world.wake(entity, at: now)
    return true
  }

  /// A call has tens of entities: looking at each is faster than keeping them in order, and no entity
  /// has to say that its deadline has changed.
  private func earliest() -> (entity: Int, time: MediaTime)? {
    var earliest: (entity: Int, time: MediaTime)?
    for entity in 0..<world.entityCount {
      guard let deadline = world.deadline(of: entity) else { continue }
      let time = max(deadline, now)
      if let best = earliest, best.time <= time { continue }
      earliest = (entity, time)
    }
    return earliest
  }

  private mutating func advance(to time: MediaTime) {
    guard time > now else { return }
    now = time
    for entity in woken { wakes[entity] = 0 }
    woken.removeAll(keepingCapacity: true)
    eventsNow = 0
  }

  private mutating func note(_ entity: Int) {
    eventCount += 1
    eventsNow += 1
    while wakes.count <= entity { wakes.append(0) }
    if wakes[entity] == 0 { woken.append(entity) }
    wakes[entity] += 1
    mix(UInt64(bitPattern: now.nanoseconds))
    mix(UInt64(entity))
  }

  private mutating func mix(_ value: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      digest = (digest ^ (value >> UInt64(shift) & 0xFF)) &* 0x0000_0100_0000_01B3
    }
  }

  private func noProgress() -> SimulationError {
    var busiest = woken[0]
    for entity in woken where wakes[entity] > wakes[busiest] { busiest = entity }
    return .noProgress(at: now, entity: world.name(of: busiest), events: eventsNow)
  }
}
