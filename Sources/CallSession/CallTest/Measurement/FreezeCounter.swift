package import MediaCore

/// Counts how often, and for how long, a video stood still for whoever watched it, as W3C's webrtc-stats
/// does (freezeCount, totalFreezesDuration): a picture freezes when it stands for longer than three times
/// the mean of the last thirty, and for longer than that mean and 150 ms.
///
/// Unlike there, a picture that stands until the end of the call counts too.
package struct FreezeCounter: Sendable {
  package private(set) var count = 0
  /// How long pictures stood that froze, from their being shown to the next one.
  package private(set) var total = MediaTime.zero
  package private(set) var longest = MediaTime.zero

  private let firstMean: Int64
  private var lastShown: MediaTime?
  /// How long the last thirty pictures stood, in nanoseconds, from the oldest on.
  private var intervals: [Int64] = []
  private var sum: Int64 = 0

  private static let window = 30
  private static let allowance: Int64 = 150_000_000

  /// - Parameter interval: between two pictures, as long as it is not known. Above 0.
  package init(interval: MediaTime) {
    precondition(interval > .zero, "a time between pictures")
    firstMean = interval.nanoseconds
  }

  /// A new picture is shown. Times do not go back: an earlier one is taken for the last.
  package mutating func show(at now: MediaTime) {
    guard let last = lastShown else {
      lastShown = now
      return
    }
    let now = max(now, last)
    lastShown = now
    let interval = (now - last).nanoseconds
    judge(interval)
    intervals.append(interval)
    sum += interval
    if intervals.count > Self.window { sum -= intervals.removeFirst() }
  }

  /// The last picture stood until now. Nothing when none was shown.
  package mutating func end(at now: MediaTime) {
    guard let last = lastShown else { return }
    lastShown = nil
    judge((now - last).nanoseconds)
  }

  private mutating func judge(_ interval: Int64) {
    let mean = intervals.isEmpty ? firstMean : sum / Int64(intervals.count)
    guard interval > max(3 * mean, mean + Self.allowance) else { return }
    count += 1
    total.nanoseconds += interval
    longest = max(longest, MediaTime(nanoseconds: interval))
  }
}
