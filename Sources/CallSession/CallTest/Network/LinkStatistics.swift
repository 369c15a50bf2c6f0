package import MediaCore

/// What became of the datagrams of a link. Sizes are those of the datagrams, without lower headers.
package struct LinkStatistics: Equatable, Sendable {
  package var sent: Int64 = 0
  package var sentBytes: Int64 = 0
  /// Without copies.
  package var delivered: Int64 = 0
  package var deliveredBytes: Int64 = 0
  package var lostAtRandom: Int64 = 0
  /// In the bad state of a chain of losses.
  package var lostInBursts: Int64 = 0
  package var lostToOutages: Int64 = 0
  package var lostToQueue: Int64 = 0
  package var duplicated: Int64 = 0
  /// Arrived after one that was sent later.
  package var reordered: Int64 = 0
  /// Between being given to the link and being sent whole.
  package var longestQueueDelay = MediaTime.zero
  /// Of all that were not dropped.
  package var queueDelaySum = MediaTime.zero
  /// The longest time in a row with a queue of more than `congestion`.
  package var longestCongestion = MediaTime.zero

  package init() {}

  package static let congestion = MediaTime(milliseconds: 500)

  package var lost: Int64 { lostAtRandom + lostInBursts + lostToOutages + lostToQueue }
  /// Neither lost nor arrived yet.
  package var inFlight: Int64 { sent - lost - delivered }
}
