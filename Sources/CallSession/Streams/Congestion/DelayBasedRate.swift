package import MediaCore

/// The rate that a path's delays allow: rises while they do not, falls to a little less than what arrives
/// when a queue grows (draft-ietf-rmcat-gcc-02, 5.5).
package struct DelayBasedRate: Sendable {
  package struct Observation: Sendable {
    package var usage: TrendlineEstimator.Usage
    /// The queue that even the luckiest packet met.
    package var standing: MediaTime
    /// Bits a second that arrive, of late and just now.
    package var steady: Int64?
    package var quick: Int64?
    /// Less is sent than could be.
    package var isApplicationLimited: Bool
    /// Nobody needs more.
    package var isEnough: Bool
    package var roundTrip: MediaTime

    package init(
      usage: TrendlineEstimator.Usage, standing: MediaTime, steady: Int64?, quick: Int64?,
      isApplicationLimited: Bool, isEnough: Bool = false, roundTrip: MediaTime
    ) {
      self.usage = usage
      self.standing = standing
      self.steady = steady
      self.quick = quick
      self.isApplicationLimited = isApplicationLimited
      self.isEnough = isEnough
      self.roundTrip = roundTrip
    }
  }

  /// Bits a second.
  package private(set) var rate: Double
  private let limits: ClosedRange<Double>
  /// What arrived when queues grew, and how much that varies: where the link's end is near.
  private var capacity: (mean: Double, deviation: Double)?
  private var updated: MediaTime?
  private var decreased: MediaTime?
  /// A queue that was too long, to see whether sending less shortens it.
  private var stood: (queue: MediaTime, since: MediaTime)?

  private static let factor = 0.85
  private static let growth = 0.08
  /// What jitter leaves standing.
  private static let noQueue = MediaTime(milliseconds: 15)
  private static let clearQueue = MediaTime(milliseconds: 80)
  private static let longQueue = MediaTime(milliseconds: 200)
  /// Nanoseconds beyond a round trip until a lower rate shows.
  private static let relief: Int64 = 200_000_000

  package init(start: Int64, limits: ClosedRange<Int64>) {
    self.limits = Double(limits.lowerBound)...Double(limits.upperBound)
    rate = Double(start)
  }

  /// Takes a better estimate from elsewhere.
  package mutating func set(_ bitrate: Double) { rate = bound(bitrate) }

  private func bound(_ bitrate: Double) -> Double {
    min(max(bitrate, limits.lowerBound), limits.upperBound)
  }

  /// - Returns: whether the path's base delay is to be taken anew: its queue does not shrink whatever
  ///   is sent.
  package mutating func update(_ observation: Observation, at now: MediaTime) -> Bool {
    let elapsed = min(updated.map { Double((now - $0).nanoseconds) / 1e9 } ?? 0, 1)
    updated = now
    if observation.standing >= Self.longQueue { return relieve(observation, at: now) }
    stood = nil
    switch observation.usage {
    case .over where observation.standing >= Self.noQueue:
      if mayDecrease(observation, at: now) { decrease(observation, at: now) }
    case .normal where observation.standing < Self.clearQueue && !observation.isEnough:
      increase(observation, elapsed)
    default: break
    }
    return false
  }

  /// A queue that is full does not grow, so that its slope tells nothing.
  private mutating func relieve(_ observation: Observation, at now: MediaTime) -> Bool {
    let patience = MediaTime(nanoseconds: observation.roundTrip.nanoseconds + Self.relief)
    if let stood, now - stood.since >= patience + patience {
      guard observation.standing.nanoseconds * 10 <= stood.queue.nanoseconds * 9 else {
        self.stood = nil
        return true
      }
      self.stood = (observation.standing, now)
    }
    if stood == nil { stood = (observation.standing, now) }
    if decreased.map({ now - $0 >= patience }) ?? true { decrease(observation, at: now) }
    return false
  }

  private func mayDecrease(_ observation: Observation, at now: MediaTime) -> Bool {
    guard let decreased else { return true }
    let least = MediaTime(
      nanoseconds: min(max(observation.roundTrip.nanoseconds, 50_000_000), 200_000_000))
    return now - decreased >= least
  }

  private mutating func decrease(_ observation: Observation, at now: MediaTime) {
    decreased = now
    let arriving = [observation.steady, observation.quick].compactMap { $0 }.min()
    guard let arriving else {
      rate = bound(rate * Self.factor)
      return
    }
    var target = Double(arriving) * Self.factor
    if observation.isApplicationLimited, observation.standing < Self.clearQueue {
      // What arrives is what was sent, and says little about the link.
      target = max(target, rate * Self.factor)
    } else {
      noteCapacity(Double(arriving))
    }
    rate = bound(min(rate, target))
  }

  private mutating func increase(_ observation: Observation, _ elapsed: Double) {
    if let capacity, let steady = observation.steady,
      Double(steady) > capacity.mean + 3 * capacity.deviation
    {
      self.capacity = nil
    }
    var grown = rate
    if let capacity, rate > capacity.mean - 3 * capacity.deviation {
      // Near the end: a packet more in each response time.
      let response = Double(observation.roundTrip.nanoseconds) / 1e9 + 0.1
      grown += max(4_000, 1_200 * 8 / response) * elapsed
    } else {
      grown += max(1_000, rate * Self.growth) * elapsed
    }
    // What has not been tried is not known.
    let tried = observation.steady.map { Double($0) * 1.5 + 10_000 } ?? rate
    rate = bound(max(rate, min(grown, tried)))
  }

  private mutating func noteCapacity(_ bitrate: Double) {
    guard var capacity else {
      self.capacity = (bitrate, bitrate * 0.05)
      return
    }
    let difference = bitrate - capacity.mean
    // Another link, or another share of it.
    guard abs(difference) <= 3 * capacity.deviation + bitrate * 0.1 else {
      self.capacity = (bitrate, bitrate * 0.05)
      return
    }
    capacity.mean += difference * 0.05
    capacity.deviation += (abs(difference) - capacity.deviation) * 0.05
    self.capacity = capacity
  }
}
