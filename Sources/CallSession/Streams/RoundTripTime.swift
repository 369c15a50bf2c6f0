package import MediaCore

/// How long a packet and its answer take, smoothed as TCP does it (RFC 6298, 2) from what RTCP tells
/// (RFC 3550, 6.4.1).
package struct RoundTripTime: Equatable, Sendable {
  /// Nil before the first sample.
  package private(set) var smoothed: MediaTime?
  private var variation = MediaTime.zero

  /// Until something is known; an ordinary path between two homes.
  package static let assumed = MediaTime(milliseconds: 100)
  /// What claims more than this is a fault of a clock or a forgery.
  private static let longest = MediaTime(milliseconds: 10_000)

  package init() {}

  package var estimate: MediaTime { smoothed ?? Self.assumed }

  /// After which an answer is not to be expected any more.
  package var timeout: MediaTime {
    guard smoothed != nil else { return Self.assumed + Self.assumed }
    return MediaTime(nanoseconds: estimate.nanoseconds + max(4 * variation.nanoseconds, 10_000_000))
  }

  /// Samples below 0 or beyond ten seconds are dropped.
  package mutating func note(_ sample: MediaTime) {
    guard sample >= .zero, sample <= Self.longest else { return }
    guard let smoothed else {
      self.smoothed = sample
      variation = MediaTime(nanoseconds: sample.nanoseconds / 2)
      return
    }
    let difference = sample.nanoseconds - smoothed.nanoseconds
    variation.nanoseconds += (abs(difference) - variation.nanoseconds) / 4
    self.smoothed = MediaTime(nanoseconds: smoothed.nanoseconds + difference / 8)
  }

  /// Takes a report about one of our sources.
  ///
  /// - Parameter now: when it came, by the clock that our sender reports are stamped with.
  package mutating func note(_ report: ReceptionReport, at now: NTPTime) {
    guard report.lastSenderReport != 0 else { return }
    // In 65 536ths of a second, modulo 2¹⁶ seconds: what is negative has wrapped and is dropped.
    let units = Int32(
      bitPattern: now.middle &- report.lastSenderReport &- report.delaySinceLast)
    note(MediaTime(count: Int64(units), rate: 65_536))
  }
}
