/// How much faster than ours another clock runs, from what it counted when we heard of it.
///
/// The delay between counting and hearing has a part that never changes and one that is never
/// negative, so of each second the least delay counts; a line through these, the older ones fading,
/// has the drift as its slope. A few seconds that lie off the line are jitter and left out; more are
/// a new route, from which the line goes on in parallel.
package struct ClockDrift: Sendable {
  /// Of the other clock, ticks a second.
  package let rate: Int64

  /// How much faster, as a part of 1: 5e−4 for 500 ppm. 0 until there is something to go by.
  package private(set) var value = 0.0

  /// What any sound card keeps.
  package static let largest = 1e-3

  /// The first time and count: delays are told from here.
  private var origin: (time: MediaTime, count: Int64)?
  /// The least delay in the second that runs, and when that second ends.
  private var least = Double.infinity
  private var leastTime = 0.0
  private var secondEnd = 0.0

  /// Sums over seconds, fading: weight, time, delay, time², time × delay, around the newest time.
  private var weight = 0.0
  private var sumX = 0.0
  private var sumY = 0.0
  private var sumXX = 0.0
  private var sumXY = 0.0
  private var newest = 0.0
  /// What routes since the first one have added.
  private var offset = 0.0
  private var outliers: [(time: Double, delay: Double, distance: Double)] = []
  /// How far seconds are from the line, in the mean.
  private var noise = 0.0

  /// A second's weight falls to a third in three minutes.
  private static let memory = 180.0
  /// Delays further from the line are outliers, while there are few only these; this many in a row
  /// that agree are a new route.
  private static let width = 0.005
  private static let firstWidth = 0.05
  private static let fewest = 10.0
  private static let routeLength = 5
  /// Where few seconds say little: a drift of 200 ppm is likely and a delay is good to 1 ms.
  private static let prior = 25.0

  package init(rate: Int64) {
    precondition(rate > 0, "a clock that runs")
    self.rate = rate
  }

  /// - Parameters:
  ///   - count: of the other clock.
  ///   - now: when we heard of it.
  package mutating func observe(_ count: Int64, at now: MediaTime) {
    guard let origin else {
      self.origin = (now, count)
      secondEnd = 1
      return
    }
    let time = (now - origin.time).seconds
    let delay = time - Double(count &- origin.count) / Double(rate)
    if time >= secondEnd {
      if least.isFinite { add(leastTime, least) }
      least = .infinity
      secondEnd = time.rounded(.down) + 1
    }
    if delay < least { (least, leastTime) = (delay, time) }
  }

  /// The count has begun anew: what is known of its speed stays.
  package mutating func restart() {
    let known = value
    self = ClockDrift(rate: rate)
    value = known
  }

  private mutating func add(_ time: Double, _ delay: Double) {
    let distance = weight > 0 ? delay - offset - predicted(time) : 0
    let width = weight < Self.fewest ? Self.firstWidth : max(Self.width, 4 * noise)
    guard abs(distance) > width else {
      noise += (abs(distance) - noise) / 16
      outliers.removeAll(keepingCapacity: true)
      return fit(time, delay - offset)
    }
    outliers.append((time, delay, distance))
    guard outliers.count >= Self.routeLength else { return }
    var distances: [Double] = []
    for outlier in outliers { distances.append(outlier.distance) }
    distances.sort()
    guard distances[Self.routeLength - 1] - distances[0] < 2 * width else {
      outliers.removeFirst()
      return
    }
    offset += distances[Self.routeLength / 2]
    for outlier in outliers { fit(outlier.time, outlier.delay - offset) }
    outliers.removeAll(keepingCapacity: true)
  }

  private mutating func fit(_ time: Double, _ delay: Double) {
    // The sums move along, so that old times stay small numbers.
    let step = time - newest
    let fade = 1 / (1 + step / Self.memory)
    sumXX = (sumXX - 2 * step * sumX + step * step * weight) * fade
    sumXY = (sumXY - step * sumY) * fade
    sumX = (sumX - step * weight) * fade
    sumY *= fade
    weight = weight * fade + 1
    sumY += delay
    newest = time
    guard weight > 2 else { return }
    let spread = sumXX - sumX * sumX / weight
    let slope = (sumXY - sumX * sumY / weight) / (spread + Self.prior)
    value = min(max(-slope, -Self.largest), Self.largest)
  }

  /// The line's delay at a time.
  private func predicted(_ time: Double) -> Double {
    (sumY + value * sumX) / weight - value * (time - newest)
  }
}
