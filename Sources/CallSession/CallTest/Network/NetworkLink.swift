package import MediaCore

/// One direction of a simulated network path. A datagram waits for its turn, crosses the link, may be
/// lost there, and arrives after the latency of that moment:
///
///     send ─▶ queue, rate ─▶ outage? ─▶ loss? ─▶ latency + jitter ─▶ held back? ─▶ twice? ─▶ deliver
///
/// What is lost has used the rate, as on the air. Order is kept unless reordering is asked for: a
/// shorter delay never lets a datagram overtake. Equal settings, seeds and calls give equal deliveries.
package struct NetworkLink: Sendable {
  package let settings: LinkSettings
  package private(set) var statistics = LinkStatistics()

  private var loss: LossProcess
  private var jitter: JitterProcess?
  private var reordering: SimulationGenerator
  private var duplication: SimulationGenerator
  private var flight = TimedQueue<LinkDelivery>()
  /// What waits before the link: when each is sent whole, and its size on the wire.
  private var waiting = TimedQueue<Int>()
  private var waitingBytes = 0
  private var step = 0
  private var outage = 0
  private var lastSend = MediaTime.zero
  private var lastDeparture = MediaTime.zero
  private var lastInOrder = MediaTime.zero
  private var highestDelivered: Int64 = -1
  private var congestedSince: MediaTime?

  package init(_ settings: LinkSettings, seed: UInt64) {
    self.settings = settings
    loss = LossProcess(settings.loss, generator: SimulationGenerator(seed: seed, stream: 1))
    jitter = settings.jitter.map {
      JitterProcess($0, generator: SimulationGenerator(seed: seed, stream: 2))
    }
    reordering = SimulationGenerator(seed: seed, stream: 3)
    duplication = SimulationGenerator(seed: seed, stream: 4)
  }

  /// When the next datagram arrives.
  package var deadline: MediaTime? { flight.earliest }

  /// How long a datagram given now would wait before its own turn.
  package func queueDelay(at now: MediaTime) -> MediaTime { max(lastDeparture - now, .zero) }

  /// Says why the datagram will not arrive, nil if it will: no sender knows that, but a report does.
  /// Times do not go back: an earlier one is taken for the last.
  @discardableResult
  package mutating func send(_ bytes: [UInt8], at now: MediaTime) -> LossCause? {
    let now = max(now, lastSend)
    lastSend = now
    let number = statistics.sent
    statistics.sent += 1
    statistics.sentBytes += Int64(bytes.count)
    // Every datagram asks chance for the same things, whatever becomes of it: settings that differ in
    // one thing differ in nothing else.
    let cause = loss.next()
    let isHeldBack = settings.reordering.map { reordering.chance($0.rate) } ?? false
    let isDuplicated = settings.duplication > 0 && duplication.chance(settings.duplication)

    guard let departure = departure(of: bytes.count, at: now) else { return lose(.queue) }
    guard !isOut(at: departure) else { return lose(.outage) }
    if let cause { return lose(cause) }
    let arrival = arrival(after: departure, isHeldBack: isHeldBack)
    var delivery = LinkDelivery(
      arrival: arrival, sent: now, number: number, isCopy: false, bytes: bytes)
    flight.add(delivery, at: arrival)
    if isDuplicated {
      delivery.isCopy = true
      statistics.duplicated += 1
      flight.add(delivery, at: arrival)
    }
    return nil
  }

  private mutating func lose(_ cause: LossCause) -> LossCause {
    switch cause {
    case .random: statistics.lostAtRandom += 1
    case .burst: statistics.lostInBursts += 1
    case .outage: statistics.lostToOutages += 1
    case .queue: statistics.lostToQueue += 1
    }
    return cause
  }

  /// Appends what has arrived by `now`, in order of arrival.
  package mutating func deliver(until now: MediaTime, into deliveries: inout [LinkDelivery]) {
    while let (_, delivery) = flight.take(until: now) {
      if !delivery.isCopy {
        statistics.delivered += 1
        statistics.deliveredBytes += Int64(delivery.bytes.count)
        if delivery.number < highestDelivered { statistics.reordered += 1 }
        highestDelivered = max(highestDelivered, delivery.number)
      }
      deliveries.append(delivery)
    }
  }

  /// When the datagram is sent whole; nil when the queue is full.
  private mutating func departure(of size: Int, at now: MediaTime) -> MediaTime? {
    guard let capacity = settings.capacity else {
      lastDeparture = now
      return now
    }
    let wireSize = size + LinkCapacity.headerSize
    while let (_, left) = waiting.take(until: now) { waitingBytes -= left }
    switch capacity.queueLimit {
    case .time(let limit): guard lastDeparture - now <= limit else { return nil }
    case .bytes(let limit): guard waitingBytes + wireSize <= limit else { return nil }
    }
    let departure = capacity.end(
      of: Int64(wireSize) * 8, from: max(now, lastDeparture), step: &step)
    noteQueue(at: now, departure: departure)
    waiting.add(wireSize, at: departure)
    waitingBytes += wireSize
    lastDeparture = departure
    return departure
  }

  private mutating func noteQueue(at now: MediaTime, departure: MediaTime) {
    let delay = departure - now
    statistics.longestQueueDelay = max(statistics.longestQueueDelay, delay)
    statistics.queueDelaySum = statistics.queueDelaySum + delay
    // Between datagrams the queue shortens as time goes on, so it is known when it was short enough.
    if lastDeparture - now <= LinkStatistics.congestion { congestedSince = nil }
    guard delay > LinkStatistics.congestion else { return }
    let since = congestedSince ?? now
    congestedSince = since
    let end = departure - LinkStatistics.congestion
    statistics.longestCongestion = max(statistics.longestCongestion, end - since)
  }

  private mutating func isOut(at time: MediaTime) -> Bool {
    while outage < settings.outages.count, settings.outages[outage].end <= time { outage += 1 }
    return outage < settings.outages.count && settings.outages[outage].start <= time
  }

  private mutating func arrival(after departure: MediaTime, isHeldBack: Bool) -> MediaTime {
    let offset = jitter?.offset(at: departure) ?? .zero
    let delay = max(settings.latency + offset, .zero)
    let arrival = max(departure + delay, lastInOrder)
    lastInOrder = arrival
    guard isHeldBack, let reordering = settings.reordering else { return arrival }
    return arrival + reordering.delay
  }
}
