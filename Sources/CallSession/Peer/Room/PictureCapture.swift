import MediaCore

/// When a stream's pictures were captured, in session time.
///
/// By the sender's reports, and before the first one by the stream's own quickest picture.
struct PictureCapture: Sendable {
  private var own = CaptureOffset()
  private var last: MediaTime?

  private static let shortest = MediaTime(milliseconds: 1)

  /// Rises from picture to picture.
  ///
  /// - Parameters:
  ///   - timestamp: extended, at 90 kHz.
  ///   - stamp: when it was captured, nanoseconds on the sender's clock; nil before a report.
  ///   - sender: where that clock stands.
  mutating func time(
    of timestamp: RTPTimestamp, stamp: Int64?, by sender: CaptureOffset, at now: MediaTime
  ) -> MediaTime {
    let place = timestamp.rawValue &* 100_000 / 9
    own.note(place, arrival: now)
    var time = stamp.flatMap { sender.time(of: $0, at: now) } ?? own.time(of: place, at: now) ?? now
    if let last { time = max(time, last + Self.shortest) }
    last = time
    return time
  }
}
