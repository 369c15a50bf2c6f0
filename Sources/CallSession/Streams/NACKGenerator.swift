package import MediaCore

/// Finds out which packets are missing and asks for them again (RFC 4585, 6.2.1).
///
/// A gap may be packets out of order, so the first request waits as long as this path has been seen
/// to reorder; later ones follow one another in half a round trip. What was asked for ten times, and what
/// would make the list too long, is lost for good.
package struct NACKGenerator: Sendable {
  private struct Missing {
    let sequence: Int64
    let noted: MediaTime
    var due: MediaTime
    var requested: MediaTime?
    var requests = 0
  }

  /// Rising.
  private var missing: [Missing] = []
  private var highest: Int64?
  /// Highest of those that were given up.
  private var lost: Int64?
  private var reorderWait = shortestReorderWait
  /// Of the path, as its owner knows it.
  package var roundTrip = RoundTripTime.assumed

  package static let mostRequests = 10
  package static let longestList = 1_000
  private static let shortestReorderWait = MediaTime(milliseconds: 5)
  private static let longestReorderWait = MediaTime(milliseconds: 60)
  /// Added to a round trip before the next request, for what the other side takes.
  private static let answerTime = MediaTime(milliseconds: 10)
  /// Requests due within this are sent along, so that a burst's do not go one by one.
  private static let grain = MediaTime(milliseconds: 5)

  package init() {}

  package var isEmpty: Bool { missing.isEmpty }

  /// Since when the packet is missing that has been missing longest.
  package var oldest: MediaTime? { missing.first?.noted }

  /// When the next request is due.
  package var deadline: MediaTime? {
    var earliest: MediaTime?
    for entry in missing {
      if let time = earliest, time <= entry.due { continue }
      earliest = entry.due
    }
    return earliest
  }

  /// Takes note of a packet that arrived, for the first time, in whatever way.
  ///
  /// - Parameter sequence: extended.
  package mutating func note(_ sequence: Int64, at now: MediaTime) {
    guard let highest else {
      self.highest = sequence
      return
    }
    guard sequence > highest else {
      noteLate(sequence, at: now)
      return
    }
    self.highest = sequence
    let gap = sequence - highest - 1
    guard missing.count + Int(clamping: gap) <= Self.longestList else {
      missing.removeAll(keepingCapacity: true)
      lost = sequence - 1
      return
    }
    for number in highest + 1..<sequence {
      missing.append(Missing(sequence: number, noted: now, due: now + reorderWait))
    }
  }

  private mutating func noteLate(_ sequence: Int64, at now: MediaTime) {
    guard let index = missing.firstIndex(where: { $0.sequence == sequence }) else { return }
    let entry = missing.remove(at: index)
    // What comes sooner after the request than any answer can was only late.
    let wasLate =
      entry.requested.map { (now - $0).nanoseconds * 2 < roundTrip.nanoseconds } ?? true
    guard wasLate else { return }
    let lateness = (now - entry.noted).nanoseconds
    reorderWait = min(
      max(reorderWait, MediaTime(nanoseconds: lateness + lateness / 4)), Self.longestReorderWait)
  }

  /// The packets to ask for now, in order.
  package mutating func takeDue(at now: MediaTime) -> [SequenceNumber] {
    guard let deadline, deadline <= now else { return [] }
    var due: [SequenceNumber] = []
    var kept: [Missing] = []
    kept.reserveCapacity(missing.count)
    for var entry in missing {
      if entry.due <= now + Self.grain {
        guard entry.requests < Self.mostRequests else {
          lost = max(lost ?? entry.sequence, entry.sequence)
          continue
        }
        if entry.requests == 0 { forgetReordering() }
        entry.requests += 1
        entry.requested = now
        entry.due = now + wait(after: entry.requests)
        due.append(SequenceNumber(truncating: entry.sequence))
      }
      kept.append(entry)
    }
    missing = kept
    return due
  }

  /// Requests are repeated before their answers can come, in case they are lost themselves: in a round trip
  /// there is one answer (`RetransmissionHistory`).
  private func wait(after requests: Int) -> MediaTime {
    let half = MediaTime(nanoseconds: roundTrip.nanoseconds / 2)
    return requests == 1 ? half : half + Self.answerTime
  }

  /// A path that reordered once need not do it for ever.
  private mutating func forgetReordering() {
    let beyond = reorderWait.nanoseconds - Self.shortestReorderWait.nanoseconds
    reorderWait.nanoseconds -= beyond / 64
  }

  /// Nothing up to `sequence` is wanted any more: later frames do not depend on it.
  package mutating func forget(through sequence: Int64) {
    let count = missing.firstIndex { $0.sequence > sequence } ?? missing.count
    if count > 0 { missing.removeFirst(count) }
    if let lost, lost <= sequence { self.lost = nil }
  }

  /// The highest packet that was given up since this was asked last: what depends on it needs a key
  /// frame.
  package mutating func takeLost() -> Int64? {
    defer { lost = nil }
    return lost
  }

  /// The stream begins anew.
  package mutating func restart() {
    missing.removeAll(keepingCapacity: true)
    highest = nil
    lost = nil
  }
}
