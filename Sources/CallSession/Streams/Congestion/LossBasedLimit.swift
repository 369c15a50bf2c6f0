import MediaCore

/// The rate beyond which a path loses packets because of it.
///
/// Loss by itself says little: a wireless link loses at any rate. The model is that of a share `q` that is
/// lost whatever is sent, and a capacity `B` beyond which the rest is: of rate r, (1 − q)·min(1, B/r)
/// arrives. For a given B the best q has a closed form, so a search over B finds the highest one that explains what
/// was seen in the last seconds as well as any other.
///
/// As long as every rate was above B, a narrow link and a lossy one look the same. Two things tell them
/// apart: a queue, which only the narrow one has, and a dip: a moment at a lower rate.
package struct LossBasedLimit: Sendable {
  private struct Stretch {
    var bytes = 0
    var packets = 0
    var missing = 0
    var first: MediaTime?
    var last = MediaTime.zero
    /// A queue stood all the time.
    var isQueued = true

    var rate: Double {
      let length = max((last - (first ?? last)).nanoseconds, 1_000_000)
      return Double(bytes) * 8e9 / Double(length)
    }
  }

  private var current = Stretch()
  private var stretches: [Stretch] = []
  /// The share that is lost at any rate, as the last search found it.
  package private(set) var inherentLoss = 0.0
  /// Bits a second; nil when nothing speaks for one.
  package private(set) var limit: Double?
  /// Stretches for which a dip may still last, and those until the next one may begin.
  private var dip = 0
  private var rest = 0

  private static let shortest = MediaTime(milliseconds: 250)
  private static let fewest = 10
  private static let memory = 40
  private static let decay = 0.93
  private static let mostInherent = 0.4
  private static let mostInherentInQueue = 0.1
  private static let longestDip = 4
  private static let dipRest = 40
  /// A rate that is so much lower says enough.
  private static let dipped = 0.75
  private static let step = 0.93
  /// Of the squared error in units of its variance: what chance may do.
  private static let tolerance = 5.0
  private static let certainty = 12.0

  package init() {}

  /// Whether to send clearly less for a moment.
  package var isDipping: Bool { dip > 0 }

  /// Takes what became of packets, in the order of sending.
  ///
  /// - Parameter isQueued: a queue stands at the link.
  /// - Returns: whether a search was made.
  package mutating func note(_ results: [TransportSendHistory.Result], isQueued: Bool) -> Bool {
    var isNew = false
    if !isQueued { current.isQueued = false }
    for result in results {
      if result.wasMissing {
        current.missing = max(current.missing - 1, 0)
        continue
      }
      if let first = current.first, result.sent - first >= Self.shortest,
        current.packets >= Self.fewest
      {
        close()
        current.isQueued = isQueued
        isNew = true
      }
      if current.first == nil { current.first = result.sent }
      current.last = max(current.last, result.sent)
      current.bytes += result.size
      current.packets += 1
      if result.arrival == nil { current.missing += 1 }
    }
    if isNew { search() }
    return isNew
  }

  private mutating func close() {
    defer { current = Stretch() }
    // When nothing at all comes through, the link is away, not narrow.
    guard current.missing * 20 < current.packets * 19 else { return }
    stretches.append(current)
    if stretches.count > Self.memory { stretches.removeFirst() }
  }

  private mutating func search() {
    guard let last = stretches.last else { return }
    var (packets, missing, highest) = (0.0, 0.0, last.rate)
    var mostInherent = Self.mostInherentInQueue
    for stretch in stretches {
      if !stretch.isQueued { mostInherent = Self.mostInherent }
      packets += Double(stretch.packets)
      missing += Double(stretch.missing)
      highest = max(highest, stretch.rate)
    }
    let share = min(max(missing / packets, 0.02), 0.5)
    let precision = 1 / (share * (1 - share))
    explain(from: highest, precision, mostInherent)
    considerDip(share, highest)
  }

  private mutating func explain(from highest: Double, _ precision: Double, _ mostInherent: Double) {
    // Whether there is a limit at all takes more to be believed than where it is: the question is asked
    // four times a second, and a rate that falls for nothing costs pictures for many seconds.
    let doubt = limit == nil ? Self.certainty : Self.tolerance
    let points = points(precision)
    let free = Self.fit(highest, points, mostInherent)
    var fits: [(error: Double, bitrate: Double, inherent: Double)] = []
    var least = free.error
    // No limit can explain it so much better when there is nearly nothing to explain.
    if free.error > doubt {
      var bitrate = highest
      for _ in 1..<40 {
        bitrate *= Self.step
        let fit = Self.fit(bitrate, points, mostInherent)
        fits.append((fit.error, bitrate, fit.inherent))
        least = min(least, fit.error)
      }
    }
    if free.error <= least + doubt {
      (inherentLoss, limit) = (free.inherent, nil)
    } else if let fit = fits.first(where: { $0.error <= least + Self.tolerance }) {
      (inherentLoss, limit) = (fit.inherent, fit.bitrate)
    }
  }

  private mutating func considerDip(_ share: Double, _ highest: Double) {
    rest = max(rest - 1, 0)
    dip = max(dip - 1, 0)
    var hasLower = false
    for stretch in stretches.suffix(Self.memory / 2) where stretch.rate < highest * Self.dipped {
      hasLower = true
    }
    if hasLower {
      dip = 0
    } else if dip == 0, rest == 0, limit == nil, share > 0.05 {
      (dip, rest) = (Self.longestDip, Self.dipRest)
    }
  }

  /// A stretch as a search sees it.
  private struct Point {
    var rate: Double
    var weight: Double
    /// The share of its packets.
    var arrived: Double
  }

  /// The newest first. Laid out once for all the bitrates that are tried.
  private func points(_ precision: Double) -> [Point] {
    var points: [Point] = []
    points.reserveCapacity(stretches.count)
    var age = 1.0
    for stretch in stretches.reversed() {
      points.append(
        Point(
          rate: stretch.rate, weight: age * Double(stretch.packets) * precision,
          arrived: 1 - Double(stretch.missing) / Double(stretch.packets)))
      age *= Self.decay
    }
    return points
  }

  /// The best share that is lost anyway, and the squared error that remains.
  private static func fit(
    _ bitrate: Double, _ points: [Point], _ mostInherent: Double
  ) -> (inherent: Double, error: Double) {
    var (above, below) = (0.0, 0.0)
    for point in points {
      let passed = min(1, bitrate / point.rate)
      above += point.weight * passed * point.arrived
      below += point.weight * passed * passed
    }
    let kept = min(max(below > 0 ? above / below : 1, 1 - mostInherent), 1)
    var error = 0.0
    for point in points {
      let passed = min(1, bitrate / point.rate)
      let difference = point.arrived - kept * passed
      error += point.weight * difference * difference
    }
    return (1 - kept, error)
  }
}
