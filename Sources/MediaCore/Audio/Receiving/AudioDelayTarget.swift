/// How late packets come, and how much delay it takes that nearly all come in time.
///
/// A packet's lateness is its arrival against the quickest of the last two seconds. Of every half
/// second the latest packet counts, in a histogram that forgets over some twenty seconds; the target
/// is what 95 of 100 half seconds keep to. What an outage has kept back does not count.
struct AudioDelayTarget: Sendable {
  /// Times are in samples at 48 kHz.
  static let rate: Int64 = 48_000

  /// The arrival of the quickest packet less its timestamp; nil before the first packet.
  private(set) var base: Int64?
  /// How late the packets are that have to come in time.
  private(set) var lateness: Int64 = start

  private var recent: [(arrival: Int64, transit: Int64)] = []
  private var histogram = [Double](repeating: 0, count: buckets)
  private var total = 0.0
  private var interval: (end: Int64, latest: Int64)?
  private var isOutage = false

  /// 60 ms, until something is known.
  private static let start: Int64 = 2_880
  private static let window: Int64 = 2 * rate
  /// Fewer packets than these do not show which is the quickest: pauses have a longer window.
  private static let fewest = 20
  private static let longestWindow: Int64 = 10 * rate
  private static let most = 500
  private static let intervalLength: Int64 = rate / 2
  /// 5 ms each, up to 600 ms: what comes later is not waited for.
  private static let bucketWidth: Int64 = 240
  private static let buckets = 120
  private static let quantile = 0.95
  /// A half second's weight falls to a third in twenty seconds.
  private static let forgetting = 0.975

  /// - Parameter counts: whether packets like this one have to come in time; every packet tells how
  ///   quick the way is.
  mutating func observe(_ timestamp: RTPTimestamp, arrival: Int64, counts: Bool) {
    let transit = arrival &- timestamp.rawValue
    recent.append((arrival, transit))
    trim(at: arrival)
    var least = transit
    for packet in recent { least = min(least, packet.transit) }
    base = least
    guard counts else { return }
    let late = max(transit &- least, 0)
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
    interval = (arrival + Self.intervalLength, late)
    lateness = quantile(with: nil)
  }

  private mutating func trim(at arrival: Int64) {
    var first = 0
    while first < recent.count - 1 {
      let age = arrival - recent[first].arrival
      let isOld = age > Self.window && recent.count - first > Self.fewest
      guard isOld || age > Self.longestWindow || recent.count - first > Self.most else { break }
      first += 1
    }
    if first > 0 { recent.removeFirst(first) }
  }

  private mutating func add(_ late: Int64) {
    for index in histogram.indices { histogram[index] *= Self.forgetting }
    total = total * Self.forgetting + 1
    histogram[Int(late / Self.bucketWidth)] += 1
  }

  /// - Parameter running: the latest packet of a half second that is not over.
  private func quantile(with running: Int64?) -> Int64 {
    // Before the first half second is over the start holds.
    guard total > 0 else { return max(Self.start, running ?? 0) }
    let last = running.map { Int($0 / Self.bucketWidth) }
    var above = (total + (running == nil ? 0 : 1)) * (1 - Self.quantile)
    var bucket = histogram.count
    while bucket > 0 && above >= 0 {
      bucket -= 1
      above -= histogram[bucket] + (bucket == last ? 1 : 0)
    }
    return Int64(bucket + 1) * Self.bucketWidth
  }
}
