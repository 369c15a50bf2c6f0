package import MediaCore

/// Puts packets that were sent together into groups, and compares how far apart neighbouring groups
/// were sent and arrived (draft-ietf-rmcat-gcc-02, 5.2).
///
/// What a network gathers and hands over at once, as a wireless one does, is one group too, whose
/// packets' own delays mean nothing.
package struct ArrivalGroups: Sendable {
  package struct Difference: Equatable, Sendable {
    /// Nanoseconds.
    package var sent: Int64
    package var arrived: Int64
    /// Of the later group.
    package var arrival: MediaTime
  }

  private struct Group {
    var firstSent: MediaTime
    var lastSent: MediaTime
    var firstArrival: MediaTime
    var lastArrival: MediaTime
  }

  private var current: Group?
  private var previous: Group?
  private var reordered = 0

  private static let length = MediaTime(milliseconds: 5)
  private static let burstGap = MediaTime(milliseconds: 5)
  private static let longestBurst = MediaTime(milliseconds: 100)
  /// After so many in a row the receiver's clock has stepped.
  private static let mostReordered = 3

  package init() {}

  /// Takes a packet, in order of arrival; tells the difference between the last two groups when one is
  /// complete.
  package mutating func note(sent: MediaTime, arrival: MediaTime) -> Difference? {
    guard var group = current else {
      current = Group(
        firstSent: sent, lastSent: sent, firstArrival: arrival, lastArrival: arrival)
      return nil
    }
    guard sent >= group.firstSent else { return nil }
    if belongs(sent, arrival, to: group) {
      group.lastSent = max(group.lastSent, sent)
      group.lastArrival = max(group.lastArrival, arrival)
      current = group
      return nil
    }
    defer {
      previous = current
      current = Group(
        firstSent: sent, lastSent: sent, firstArrival: arrival, lastArrival: arrival)
    }
    guard let previous else { return nil }
    let difference = Difference(
      sent: (group.lastSent - previous.lastSent).nanoseconds,
      arrived: (group.lastArrival - previous.lastArrival).nanoseconds, arrival: group.lastArrival)
    guard difference.arrived >= 0 else {
      reordered += 1
      if reordered >= Self.mostReordered { self = ArrivalGroups() }
      return nil
    }
    reordered = 0
    return difference
  }

  private func belongs(_ sent: MediaTime, _ arrival: MediaTime, to group: Group) -> Bool {
    if sent - group.firstSent <= Self.length { return true }
    let apart = arrival - group.lastArrival
    return apart < sent - group.lastSent && apart <= Self.burstGap
      && arrival - group.firstArrival < Self.longestBurst
  }
}
