/// The stretches of a track in which nothing came, and why, as the manifest wants them.
struct TrackGaps {
  private(set) var gaps: [SessionManifest.Gap] = []
  private var muted: [Range<MediaTime>] = []
  private var mutedSince: MediaTime?

  /// Of silence and its like: a packet that only says that it goes on parts no gap.
  private static let parted = MediaTime(milliseconds: 60)
  /// What is shorter is nobody's gap.
  private static let shortest = MediaTime(milliseconds: 10)

  mutating func mute(_ isMuted: Bool, at time: MediaTime) {
    if isMuted {
      mutedSince = mutedSince ?? time
    } else if let since = mutedSince {
      if since < time { muted.append(since..<time) }
      mutedSince = nil
    }
  }

  /// - Parameter reason: unless the track was muted for most of it. They come in order.
  mutating func add(
    from start: MediaTime, to end: MediaTime, _ reason: SessionManifest.Gap.Reason
  ) {
    let start = max(start, gaps.last?.span.end ?? start)
    guard end - start >= Self.shortest else { return }
    let silent = mutedTime(from: start, to: end)
    let reason = silent + silent >= end - start ? .muted : reason
    if reason != .lost, let last = gaps.last, last.reason == reason,
      start - last.span.end <= Self.parted
    {
      gaps[gaps.count - 1].span.end = end
    } else {
      gaps.append(SessionManifest.Gap(.init(start: start, end: end), reason))
    }
  }

  private func mutedTime(from start: MediaTime, to end: MediaTime) -> MediaTime {
    var total = MediaTime.zero
    for span in muted.reversed() {
      if span.upperBound <= start { break }
      total = total + overlap(span.lowerBound, span.upperBound, start, end)
    }
    if let mutedSince { total = total + overlap(mutedSince, end, start, end) }
    return total
  }

  private func overlap(
    _ first: MediaTime, _ last: MediaTime, _ start: MediaTime, _ end: MediaTime
  ) -> MediaTime {
    max(min(last, end) - max(first, start), .zero)
  }
}
