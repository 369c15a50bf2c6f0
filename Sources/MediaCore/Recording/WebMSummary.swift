/// What a finished WebM file holds.
package struct WebMSummary: Equatable, Sendable {
  /// As its header says, whole milliseconds.
  package var duration: MediaTime
  /// Packets written, by track.
  package var packetCounts: [Int]
  package var bytes: Int64
  /// Whether the seek index stands before the first cluster.
  package var indexIsAtFront: Bool
}
