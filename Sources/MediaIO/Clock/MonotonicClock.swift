package import MediaCore

/// The time of a call: since the clock was made, never back and never in jumps.
package struct MonotonicClock: Sendable {
  private let origin = SystemClock.monotonic

  package init() {}

  package var now: MediaTime { SystemClock.monotonic - origin }

  /// Nanoseconds of the system's own clock; what is too far ahead for it is its last moment.
  func systemTime(of time: MediaTime) -> Int64 {
    let (sum, isTooLarge) = origin.nanoseconds.addingReportingOverflow(time.nanoseconds)
    return isTooLarge ? .max : sum
  }
}
