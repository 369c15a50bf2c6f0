internal import Glibc
package import MediaCore

/// The machine's clocks.
package enum SystemClock {
  /// Never goes back and knows no time zone; its zero means nothing.
  package static var monotonic: MediaTime { read(CLOCK_MONOTONIC) }

  /// Nanoseconds since 1970-01-01 UTC; it may jump.
  package static var wall: Int64 { read(CLOCK_REALTIME).nanoseconds }

  /// What this process has used of the processors.
  package static var processor: MediaTime { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> MediaTime {
    var time = timespec()
    unsafe _ = clock_gettime(clock, &time)
    return MediaTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
