internal import Glibc

/// What the calling thread has computed, whatever else the machine does.
enum ThreadClock {
  /// Milliseconds of CPU time of this thread.
  static var milliseconds: Double {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
