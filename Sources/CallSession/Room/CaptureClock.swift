package import MediaCore
package import Strokes

/// Maps a participant's own clock to session time.
///
/// A participant stamps what it captures with a clock of its own, of any origin. What arrives has
/// been on its way for a while; the event that was quickest tells the clocks' distance best, so the
/// smallest difference between arrival and stamp counts. It may rise again by `slack`, faster than
/// any two quartz clocks part, so that a sender whose clock is slow is not mapped ever later.
///
/// What was drawn while the connection was down arrives late and is still mapped to when it was
/// drawn. Nothing is mapped into the future, whatever the stamps say.
package struct CaptureClock: Sendable {
  /// Ticks of session time less ticks of the participant's clock.
  private var offset: Int64?
  private var raisedAt: Int64 = 0

  /// One tick more for so many that pass: 1 000 parts in a million.
  private static let slack: Int64 = 1_000

  package init() {}

  /// Session time at which something was captured that is stamped `captured` and arrives `now`.
  package mutating func map(_ captured: BoardTime, at now: MediaTime) -> BoardTime {
    let arrival = now.nanoseconds / 100_000
    let stamp = min(max(captured.ticks, 0), BoardLimits.largestTime)
    let distance = arrival - stamp
    if var known = offset {
      let rise = max(arrival - raisedAt, 0) / Self.slack
      if rise > 0 {
        known += rise
        raisedAt += rise * Self.slack
      }
      offset = min(known, distance)
    } else {
      offset = distance
      raisedAt = arrival
    }
    return BoardTime(ticks: min(max(stamp + (offset ?? distance), 0), arrival))
  }
}
