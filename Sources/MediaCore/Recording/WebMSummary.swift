/// What a finished WebM file holds.
package struct WebMSummary: Equatable, Sendable {
  /// As its header says, whole milliseconds.
  package var duration: MediaTime
  /// Packets written, by track.
  package var packetCounts: [Int]
  package var bytes: Int64
  /// Whether the seek index stands before the first cluster.
  package var indexIsAtFront: Bool
  /// What ended it early, such as a full disk; the file is complete up to there. Nil when all that
  /// was handed over is in it.
  package var failure: MediaError?
}
