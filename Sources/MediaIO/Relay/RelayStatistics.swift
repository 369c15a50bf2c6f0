package import CallSession
internal import MediaCore

/// What a relay, or one of its clients, has seen.
package struct RelayStatistics: Equatable, Sendable {
  /// From clients to the target.
  package var up = LinkStatistics()
  package var down = LinkStatistics()
  /// Clients that have come.
  package var clients = 0
  /// Datagrams that were dropped since they came faster than the network could carry any.
  package var overflowed: Int64 = 0
  /// Datagrams of more clients than a relay has at once.
  package var refused: Int64 = 0
  /// Datagrams to a client's port that the target did not send.
  package var foreign: Int64 = 0

  package init() {}

  /// A client's own.
  init(_ path: NetworkPath) {
    up = path.up.statistics
    down = path.down.statistics
    clients = 1
    overflowed = path.overflowed
  }

  mutating func add(_ other: RelayStatistics) {
    Self.add(other.up, to: &up)
    Self.add(other.down, to: &down)
    clients += other.clients
    overflowed += other.overflowed
    refused += other.refused
    foreign += other.foreign
  }

  private static func add(_ other: LinkStatistics, to sum: inout LinkStatistics) {
    sum.sent += other.sent
    sum.sentBytes += other.sentBytes
    sum.delivered += other.delivered
    sum.deliveredBytes += other.deliveredBytes
    sum.lostAtRandom += other.lostAtRandom
    sum.lostInBursts += other.lostInBursts
    sum.lostToOutages += other.lostToOutages
    sum.lostToQueue += other.lostToQueue
    sum.duplicated += other.duplicated
    sum.reordered += other.reordered
    sum.longestQueueDelay = max(sum.longestQueueDelay, other.longestQueueDelay)
    sum.queueDelaySum = sum.queueDelaySum + other.queueDelaySum
    sum.longestCongestion = max(sum.longestCongestion, other.longestCongestion)
  }
}
