extension FileTimeline {
  /// Of a recording that goes on: nobody knows yet when it ends.
  ///
  /// - Parameters:
  ///   - pauses: that are over, in order and apart from each other.
  ///   - pausedSince: when the pause began that lasts.
  package init(
    runningFrom start: MediaTime, pauses: [Range<MediaTime>] = [], pausedSince: MediaTime? = nil
  ) {
    let never = MediaTime(nanoseconds: .max / 4)
    let pauses = pauses + (pausedSince.map { [$0..<never] } ?? [])
    self.init(end: never, pauses: pauses, from: start)
  }

  /// Whether what happens at session time `time` is in the file.
  package func contains(_ time: MediaTime) -> Bool {
    for stretch in stretches.reversed() where stretch.start <= time { return time < stretch.end }
    return false
  }
}
