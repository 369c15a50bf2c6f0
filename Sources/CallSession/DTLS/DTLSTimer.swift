package import MediaCore

/// When a flight is sent again, and when it is no use any more (RFC 6347, 4.2.4).
///
/// The standard begins with a second. Nearly every path answers sooner, the first picture waits for
/// this, and a flight that is sent once too often does no harm.
package struct DTLSTimer: Equatable, Sendable {
  /// The longest wait between two attempts.
  package static let longestTimeout = MediaTime(milliseconds: 5_000)

  private let first: MediaTime
  private let patience: MediaTime
  private var timeout: MediaTime
  private var retransmission: MediaTime?
  private var end: MediaTime?

  package init(_ configuration: DTLSConfiguration) {
    first = configuration.firstTimeout
    timeout = first
    patience = configuration.patience
  }

  package var deadline: MediaTime? { MediaTime.earliest(retransmission, end) }

  package var hasStarted: Bool { end != nil }

  package func isOver(at now: MediaTime) -> Bool { end.map { now >= $0 } ?? false }

  package func isDue(at now: MediaTime) -> Bool { retransmission.map { now >= $0 } ?? false }

  package mutating func start(at now: MediaTime) { end = now + patience }

  /// A new flight is on its way.
  package mutating func flightSent(at now: MediaTime) {
    timeout = first
    retransmission = now + timeout
  }

  /// The same flight is on its way again: the next time has twice as long.
  package mutating func flightRepeated(at now: MediaTime) {
    timeout = min(timeout + timeout, Self.longestTimeout)
    retransmission = now + timeout
  }

  /// The flight could not be sent again yet.
  package mutating func flightPostponed(at now: MediaTime) {
    retransmission = now + MediaTime(milliseconds: 10)
  }

  /// The flight is answered, and the next one is the peer's.
  package mutating func flightAnswered() { retransmission = nil }

  /// Nothing waits any more.
  package mutating func stop() {
    retransmission = nil
    end = nil
  }
}
