/// Why a link did not deliver a datagram.
package enum LossCause: String, CaseIterable, Sendable {
  case random
  /// In the bad state of a chain of losses.
  case burst
  case outage
  /// The queue was full.
  case queue
}
