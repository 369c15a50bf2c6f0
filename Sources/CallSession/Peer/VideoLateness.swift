import MediaCore

/// How late a camera's pictures come, and with which delay they can be shown without the video standing
/// still.
///
/// A picture's lateness is its transit, from capture to being whole, against the quickest of the last ten
/// to twenty seconds. The delay is one that 96 of 100 pictures keep to; and one that the latest of
/// the last half minute missed by no more than goes unnoticed, since what waits is shown more slowly, and
/// a picture that stands for 150 ms longer than usual is no freeze (W3C webrtc-stats, freezeCount).
struct VideoLateness: Sendable {
  /// The quickest transit, nanoseconds; nil before the first picture.
  private(set) var base: Int64?
  /// With which delay after the quickest pictures are to be shown.
  private(set) var delay = start

  static let least = MediaTime(milliseconds: 30)
  static let start = MediaTime(milliseconds: 200)
  static let most = MediaTime(milliseconds: 400)

  /// The quickest of this window, and of the one before.
  private var quickest = Int64.max
  private var formerQuickest = Int64.max
  private var windowEnd: MediaTime?

  private var isOutage = false
  private var histogram = [Double](repeating: 0, count: buckets)
  private var total = 0.0
  /// The latest of windows of five seconds, the running one last.
  private var latest: [(end: MediaTime, lateness: Int64)] = []

  private static let window = MediaTime(milliseconds: 10_000)
  /// 5 ms each, up to 600 ms: what comes later is an outage, for which nothing waits.
  private static let bucketWidth: Int64 = 5_000_000
  private static let buckets = 120
  private static let quantile = 0.96
  /// A picture's weight falls to a third in 300: twenty seconds at 15 a second.
  private static let forgetting = 1 - 1.0 / 300
  /// Pictures, weighed, before which the path is not known.
  private static let experience = 30.0
  private static let latestWindow = MediaTime(milliseconds: 5_000)
  private static let latestWindows = 6
  /// By how much the latest may miss its time.
  private static let allowance: Int64 = 200_000_000

  /// - Parameter transit: nanoseconds from capture to arrival, plus any constant.
  mutating func observe(transit: Int64, at now: MediaTime) {
    if let windowEnd, now < windowEnd {
      quickest = min(quickest, transit)
    } else {
      // After a long pause nothing is known of the window before.
      let isNext = windowEnd.map { now < $0 + Self.window } ?? false
      formerQuickest = isNext ? quickest : .max
      quickest = transit
      windowEnd = now + Self.window
    }
    let base = min(quickest, formerQuickest)
    self.base = base
    let lateness = transit - base
    // The pictures of an outage come ever less late: they say nothing until they come in time.
    if lateness >= Self.bucketWidth * Int64(Self.buckets) { isOutage = true }
    if lateness <= delay.nanoseconds { isOutage = false }
    guard !isOutage else { return }
    count(lateness)
    noteLatest(lateness, at: now)
    let needed = max(quantile(), (latest.map(\.lateness).max() ?? 0) - Self.allowance)
    let least = total < Self.experience ? Self.start : Self.least
    delay = min(max(MediaTime(nanoseconds: needed), least), Self.most)
  }

  private mutating func count(_ lateness: Int64) {
    for index in histogram.indices { histogram[index] *= Self.forgetting }
    total = total * Self.forgetting + 1
    histogram[Int(lateness / Self.bucketWidth)] += 1
  }

  private mutating func noteLatest(_ lateness: Int64, at now: MediaTime) {
    if let last = latest.last, now < last.end {
      latest[latest.count - 1].lateness = max(last.lateness, lateness)
      return
    }
    if latest.count == Self.latestWindows { latest.removeFirst() }
    latest.append((now + Self.latestWindow, lateness))
  }

  private func quantile() -> Int64 {
    var above = total * (1 - Self.quantile)
    var bucket = histogram.count
    while bucket > 0 && above >= 0 {
      bucket -= 1
      above -= histogram[bucket]
    }
    return Int64(bucket + 1) * Self.bucketWidth
  }
}
