import MediaCore

/// Whether a queue grows, by the slope of the delays of late (draft-ietf-rmcat-gcc-02, 5.3 and 5.4, with
/// a line through the last twenty groups in place of the Kalman filter).
///
/// The threshold follows the slopes that the path has anyway, so that other traffic neither starves
/// this nor is starved by it.
package struct TrendlineEstimator: Sendable {
  package enum Usage: Equatable, Sendable {
    case normal
    case over
    case under
  }

  /// Milliseconds.
  private struct Point {
    var arrival: Double
    var delay: Double
  }

  package private(set) var usage = Usage.normal
  private var points: [Point] = []
  private var origin: MediaTime?
  private var count = 0
  private var accumulated = 0.0
  private var smoothed = 0.0
  private var lastTrend = 0.0
  private var threshold = 12.5
  private var thresholdUpdated: Double?
  /// Milliseconds that the slope has been too steep.
  private var over = 0.0
  private var overCount = 0

  private static let window = 20
  private static let smoothing = 0.9
  private static let gain = 4.0
  private static let overTime = 10.0

  package init() {}

  package mutating func note(_ difference: ArrivalGroups.Difference) {
    let origin = self.origin ?? difference.arrival
    self.origin = origin
    let now = (difference.arrival - origin).nanoseconds
    let arrival = Double(now) / 1e6
    count = min(count + 1, 1_000)
    accumulated += Double(difference.arrived - difference.sent) / 1e6
    smoothed = Self.smoothing * smoothed + (1 - Self.smoothing) * accumulated
    points.append(Point(arrival: arrival, delay: smoothed))
    if points.count > Self.window { points.removeFirst() }
    let trend = points.count == Self.window ? slope() ?? lastTrend : lastTrend
    detect(trend, since: Double(difference.sent) / 1e6, at: arrival)
  }

  /// Of the line through the points with the least squares.
  private func slope() -> Double? {
    var (arrivals, delays) = (0.0, 0.0)
    for point in points {
      arrivals += point.arrival
      delays += point.delay
    }
    let (arrival, delay) = (arrivals / Double(points.count), delays / Double(points.count))
    var (above, below) = (0.0, 0.0)
    for point in points {
      above += (point.arrival - arrival) * (point.delay - delay)
      below += (point.arrival - arrival) * (point.arrival - arrival)
    }
    return below > 0 ? above / below : nil
  }

  private mutating func detect(_ trend: Double, since interval: Double, at now: Double) {
    let modified = Double(min(count, 60)) * trend * Self.gain
    if modified > threshold {
      over += overCount == 0 ? interval / 2 : interval
      overCount += 1
      if over > Self.overTime, overCount > 1, trend >= lastTrend {
        (over, overCount) = (0, 0)
        usage = .over
      }
    } else {
      (over, overCount) = (0, 0)
      usage = modified < -threshold ? .under : .normal
    }
    lastTrend = trend
    adapt(to: abs(modified), at: now)
  }

  private mutating func adapt(to modified: Double, at now: Double) {
    defer { thresholdUpdated = now }
    // A spike is not what the path is like.
    guard let thresholdUpdated, modified <= threshold + 15 else { return }
    let k = modified < threshold ? 0.039 : 0.0087
    threshold += k * (modified - threshold) * min(max(now - thresholdUpdated, 0), 100)
    threshold = min(max(threshold, 6), 600)
  }
}
