package import CallSession
package import MediaCore

/// How far something is that is received and recorded.
package struct ReceptionProgress: Sendable {
  /// Since it began to listen.
  package var time: MediaTime
  /// Since the first packet; nil before it.
  package var received: MediaTime?
  package var statistics: ReceivedStatistics
  /// Who sends now; nil where nobody tells.
  package var senders: Int?
  /// What a person should be told since the last progress, a line each.
  package var notes: [String] = []
}
