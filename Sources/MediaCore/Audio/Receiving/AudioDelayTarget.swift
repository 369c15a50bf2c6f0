/// How late packets come, and how much delay it takes that nearly all come in time.
///
/// A packet's lateness is its arrival against the floor: the quickest of the last ten seconds. Of
/// every half second the latest packet counts, in a histogram that forgets over some twenty seconds;
/// the target is what 95 of 100 half seconds keep to. What an outage has kept back does not count.
///
/// With jitter the quickest packet of ten seconds is now quicker, now slower. When the floor follows,
/// the histogram moves the other way, so that their sum, which is where the playout stands, does not
/// waver. Only when the way itself has become shorter they move together.
struct AudioDelayTarget: Sendable {
  /// Times are in samples at 48 kHz.
  static let rate: Int64 = 48_000

  /// How late the packets are that have to come in time.
  private(set) var lateness: Int64 = start
  /// How much faster than ours the sender's clock runs, as a part of 1.
  var drift = 0.0

  private var transits = TransitWindow()
  /// The floor, and what drift has taken from transits since the first packet.
  private var floor: Int64?
  private var bend = 0.0
  private var lastArrival: Int64?
  private var histogram = [Double](repeating: 0, count: buckets)
  private var total = 0.0
  private var interval: (end: Int64, latest: Int64)?
  private var isOutage = false

  /// 60 ms, until something is known.
  private static let start: Int64 = 2_880
  private static let intervalLength: Int64 = rate / 2
  /// 2.5 ms each, up to 600 ms: what comes later is not waited for.
  private static let bucketWidth: Int64 = 120
  private static let buckets = 240
  private static let quantile = 0.95
  /// A half second's weight falls to a third in twenty seconds.
  private static let forgetting = 0.975
  /// The least by which a way becomes shorter: 5 ms.
  private static let smallestChange: Int64 = 240

  /// The arrival of the quickest packet less its timestamp; nil before the first packet.
  var base: Int64? { floor.map { $0 &- Int64(bend) } }

  /// - Parameter counts: whether packets like this one have to come in time; every packet tells how
  ///   quick the way is.
  mutating func observe(_ timestamp: RTPTimestamp, arrival: Int64, counts: Bool) {
    if let lastArrival { bend += drift * Double(max(arrival &- lastArrival, 0)) }
    lastArrival = max(arrival, lastArrival ?? arrival)
    let transit = arrival &- timestamp.rawValue &+ Int64(bend)
    let quickest = transits.observe(transit, at: arrival)
    let floor = follow(quickest)
    guard counts else { return }
    let late = max(transit &- floor, 0)
    // The packets of an outage come ever less late: they say nothing until they come in time.
    if late >= Self.bucketWidth * Int64(Self.buckets) { isOutage = true }
    if late <= lateness { isOutage = false }
    guard !isOutage else { return }
    if let interval, arrival < interval.end {
      self.interval?.latest = max(interval.latest, late)
      // What is late now may not wait for the end of the half second.
      if late > lateness { lateness = quantile(with: max(interval.latest, late)) }
      return
    }
    if let interval { add(interval.latest) }
    interval = (arrival &+ Self.intervalLength, late)
    settle()
    lateness = quantile(with: nil)
  }

  /// Moves the floor where the way has changed for certain.
  ///
  /// - Parameter quickest: of the last packets.
  private mutating func follow(_ quickest: Int64) -> Int64 {
    guard let floor else {
      self.floor = quickest
      return quickest
    }
    let shortest = floor &- max(lateness / 2, Self.smallestChange)
    let longest = floor &+ max(lateness, Self.smallestChange)
    if quickest < shortest {
      self.floor = floor &+ (quickest &- shortest)
    } else if quickest > longest {
      let change = quickest &- floor
      self.floor = quickest
      // Packets of the longer way have been counted late, unless they were an outage.
      if (0..<Self.bucketWidth * Int64(Self.buckets)).contains(change) {
        shift(change / Self.bucketWidth)
      }
    }
    return self.floor ?? floor
  }

  /// Moves the floor in whole buckets to where it is, and leaves the playout where it stands.
  private mutating func settle() {
    guard let floor, let least = transits.least else { return }
    let steps = (least &- floor) / Self.bucketWidth
    guard steps != 0, abs(steps) < Int64(Self.buckets) else { return }
    self.floor = floor &+ steps * Self.bucketWidth
    shift(steps)
  }

  /// Everything was less late by so many buckets.
  private mutating func shift(_ steps: Int64) {
    var shifted = [Double](repeating: 0, count: Self.buckets)
    for index in histogram.indices {
      shifted[min(max(index - Int(steps), 0), Self.buckets - 1)] += histogram[index]
    }
    histogram = shifted
    if let interval { self.interval?.latest = max(interval.latest - steps * Self.bucketWidth, 0) }
    if total > 0 { lateness = quantile(with: nil) }
  }

  private mutating func add(_ late: Int64) {
    for index in histogram.indices { histogram[index] *= Self.forgetting }
    total = total * Self.forgetting + 1
    histogram[min(Int(late / Self.bucketWidth), Self.buckets - 1)] += 1
  }

  /// - Parameter running: the latest packet of a half second that is not over.
  private func quantile(with running: Int64?) -> Int64 {
    // Before the first half second is over the start holds.
    guard total > 0 else { return max(Self.start, running ?? 0) }
    let last = running.map { min(Int($0 / Self.bucketWidth), Self.buckets - 1) }
    var above = (total + (running == nil ? 0 : 1)) * (1 - Self.quantile)
    var bucket = histogram.count
    while bucket > 0 && above >= 0 {
      bucket -= 1
      above -= histogram[bucket] + (bucket == last ? 1 : 0)
    }
    return Int64(bucket + 1) * Self.bucketWidth
  }
}
