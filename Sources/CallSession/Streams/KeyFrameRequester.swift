package import MediaCore

/// Asks for a key frame, and again when none comes (RFC 4585, 6.3.1).
///
/// A sender ignores requests that follow closely on one another, and a key frame takes its time on a
/// slow link: so the requests get rarer.
package struct KeyFrameRequester: Sendable {
  private var due: MediaTime?
  private var interval = shortest

  private static let shortest = MediaTime(milliseconds: 300)
  private static let longest = MediaTime(milliseconds: 2_000)

  package init() {}

  package var isWanted: Bool { due != nil }
  package var deadline: MediaTime? { due }

  /// A key frame is needed; nothing new when it was before.
  package mutating func want(at now: MediaTime) {
    if due == nil { due = now }
  }

  /// The way is open again: what was asked for meanwhile was lost.
  package mutating func hurry(at now: MediaTime) {
    guard let due else { return }
    self.due = min(due, now)
    interval = Self.shortest
  }

  /// Whether a request leaves now.
  package mutating func takeDue(at now: MediaTime, roundTrip: MediaTime) -> Bool {
    guard let due, due <= now else { return false }
    let least = MediaTime(nanoseconds: roundTrip.nanoseconds * 3 / 2)
    self.due = now + max(interval, least)
    interval = min(MediaTime(nanoseconds: interval.nanoseconds * 3 / 2), Self.longest)
    return true
  }

  /// The picture goes on.
  package mutating func settle() {
    due = nil
    interval = Self.shortest
  }
}
