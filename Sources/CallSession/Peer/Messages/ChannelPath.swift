import MediaCore

/// What a channel learns of its path: how long an answer takes, and how many packets are lost.
struct ChannelPath: Sendable {
  private(set) var roundTrip = RoundTripTime()
  /// A share, by what became of its own packets.
  private var measured = 0.0
  /// The same, as the owner knows it.
  var told = 0.0

  /// A packet's part in the share.
  private static let memory = 1.0 / 64
  private static let shortestTimeout: Int64 = 60_000_000
  private static let longestTimeout: Int64 = 600_000_000

  var loss: Double { max(measured, told) }

  mutating func noteArrival(sent: MediaTime, isNewest: Bool, wasLost: Bool, at now: MediaTime) {
    if isNewest { roundTrip.note(now - sent) }
    if wasLost {
      measured = max(measured - Self.memory, 0)
    } else {
      measured -= measured * Self.memory
    }
  }

  mutating func noteLoss() { measured += (1 - measured) * Self.memory }

  /// How often a small part is sent in all before anything is known of it.
  var sendings: Int {
    switch loss {
    case ...0.04: 1
    case ...0.2: 2
    default: 3
    }
  }

  /// Once a later packet has come, one that was sent so long ago is lost (RFC 9002, 6.1.2).
  var lossDelay: MediaTime {
    MediaTime(nanoseconds: max(roundTrip.estimate.nanoseconds * 9 / 8, 10_000_000))
  }

  /// After how long without an answer a part is sent again (RFC 9002, 6.2.1); twice that after each that
  /// is not answered either.
  ///
  /// What is repeated in vain is small, so an unsteady path does not make it much longer than a round trip
  /// and a half.
  func timeout(after timeouts: Int) -> MediaTime {
    let estimate = roundTrip.estimate.nanoseconds
    let wanted = roundTrip.timeout.nanoseconds + ChannelReceiver.acknowledgementDelay.nanoseconds
    let patience = min(wanted, max(estimate * 3 / 2, estimate + Self.shortestTimeout))
    let single = max(patience, Self.shortestTimeout)
    return MediaTime(
      nanoseconds: max(min(single << Int64(min(timeouts, 6)), Self.longestTimeout), single))
  }
}
