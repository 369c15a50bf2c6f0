import MediaCore

/// Pictures that wait for their time.
///
/// When the next one is overdue and few are left, those are shown at less than half the speed: what is missing is
/// likely to be sent again, and a picture that moves slowly is better than one that stands. Afterwards they
/// follow each other more quickly, until they are in time again.
struct PlayoutQueue<Picture: Sendable>: Sendable {
  private struct Entry: Sendable {
    var picture: Picture
    var due: MediaTime
    /// From the one before, nanoseconds.
    var interval: Int64
  }

  private var entries: [Entry] = []
  private var lastShown: MediaTime?
  /// When a picture after these should have come.
  private var overdue = MediaTime.zero

  /// Pictures that last for this long are few.
  private static var reserve: MediaTime { MediaTime(milliseconds: 70) }
  /// What is late by less than this is only late.
  private static var patience: Int64 { 40_000_000 }
  private static var longestInterval: Int64 { 250_000_000 }
  /// With more, the first is due whatever its time.
  private static var most: Int { 512 }

  /// - Parameters:
  ///   - due: when it is to be shown. Never before the one before it.
  ///   - interval: since the one before it was captured, in nanoseconds.
  ///   - arrival: when it would have come if nothing had kept it: the next one comes an interval later.
  mutating func append(
    _ picture: Picture, due: MediaTime, interval: Int64, expectingNext arrival: MediaTime
  ) {
    let interval = min(max(interval, 0), Self.longestInterval)
    let due = max(due, entries.last?.due ?? due)
    entries.append(Entry(picture: picture, due: due, interval: interval))
    overdue = arrival + MediaTime(nanoseconds: interval + Self.patience)
  }

  var deadline: MediaTime? {
    guard let first = entries.first, let last = entries.last else { return nil }
    guard let lastShown, entries.count <= Self.most else {
      return entries.count <= Self.most ? first.due : .zero
    }
    let soonest = lastShown + MediaTime(nanoseconds: first.interval / 6)
    let due = max(first.due, soonest)
    let isShort = last.due - first.due < Self.reserve
    guard isShort, due >= overdue else { return due }
    return max(due, lastShown + MediaTime(nanoseconds: first.interval * 5 / 2))
  }

  mutating func next(at now: MediaTime) -> Picture? {
    guard let deadline, deadline <= now else { return nil }
    lastShown = now
    return entries.removeFirst().picture
  }
}
