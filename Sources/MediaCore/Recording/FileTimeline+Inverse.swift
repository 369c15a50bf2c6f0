extension FileTimeline {
  /// The session time that the file shows at `time`: the inverse of `fileTime(of:)`, at the
  /// session's own speed exactly, at others to the nearest nanosecond. Where a pause was cut out it
  /// is the time at which the session goes on. Before the file's beginning and behind its end it
  /// is the first and the last that is in the file.
  package func sessionTime(of time: MediaTime) -> MediaTime {
    let cut = unscaled(max(time, .zero))
    // The last stretch that has begun in the file.
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].cutStart <= cut { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return .zero }
    let stretch = stretches[low - 1]
    return min(stretch.start + (cut - stretch.cutStart), stretch.end)
  }
}
