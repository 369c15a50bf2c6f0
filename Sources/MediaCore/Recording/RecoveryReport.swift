/// What completing an interrupted recording saved, and what it could not.
package struct RecoveryReport: Equatable, Sendable {
  /// Length of the completed file.
  package var duration: MediaTime
  package var videoFrames: Int
  package var audioPackets: Int
  package var textCues: Int
  package var chapters: Int
  /// Bytes behind the last whole frame: the piece that was being written.
  package var bytesCut: Int64
  /// Bytes in the middle that made no sense.
  package var bytesDamaged: Int64
  /// Frames that cannot be shown since what they build on is damaged, or that are packed in a way
  /// that is not read here (lacing).
  package var framesDropped: Int
  /// The file was complete: it has a duration and an index and nothing is missing.
  package var wasComplete: Bool
  package var bytes: Int64
}
