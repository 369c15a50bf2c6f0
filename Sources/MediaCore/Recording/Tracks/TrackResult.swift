/// What became of a participant's track: for the manifest, and for whoever asked for the recording.
package struct TrackResult: Equatable, Sendable {
  /// Session time of its first packet or frame; nil when there was none.
  package var offset: MediaTime?
  /// By how much the sender's sample clock ran faster than session time, in parts in a million.
  package var driftPPM = 0.0
  /// Between the track's start and its end.
  package var gaps: [SessionManifest.Gap] = []
  /// Packets or frames in the file as they were sent.
  package var passed = 0
  /// Packets or frames that came and are not in the file: too late, twice, or useless without others.
  package var leftOut = 0
  /// Whether there is a file: a camera that never sent a picture has none.
  package var hasFile = true
  /// What kept the file from being completed.
  package var failure: MediaError?

  package init() {}
}
