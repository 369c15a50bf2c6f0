package import MediaCore

/// What a recorded call's folder holds in the end.
package struct SessionRecordingReport: Equatable, Sendable {
  /// A file that could not be created, or that stopped before the recording did. What is in it plays.
  package struct Failure: Equatable, Sendable {
    package var file: String
    package var error: MediaError
  }

  /// As it was written; nil when nothing was recorded.
  package var manifest: SessionManifest?
  package var failures: [Failure] = []
  /// Of every track that was recorded, in the order of their publication.
  package var tracks: [Track] = []
  /// Of `mix.webm`; nil when it was not completed.
  package var mix: RecordingSummary?

  package struct Track: Equatable, Sendable {
    package var file: String
    package var result: TrackResult
  }
}
