/// One encoded frame on its way into a file.
package struct WebMPacket: Sendable {
  /// Index into `WebMLayout.tracks`.
  package var track: Int
  /// When it is shown or heard. Audio: the time of the first sample that its decoder gives back, so
  /// the first packet of a track stands at minus the pre-skip.
  package var time: MediaTime
  /// How long, if known. A text cue must say it; a video frame usually lasts until the next one.
  package var duration: MediaTime?
  package var isKeyFrame: Bool
  /// Audio: samples at 48 kHz that the decoder gives back at the end and a player must drop.
  package var discardedSamples: Int32
  package var bytes: [UInt8]

  package init(
    track: Int, time: MediaTime, duration: MediaTime? = nil, isKeyFrame: Bool = true,
    discardedSamples: Int32 = 0, bytes: [UInt8]
  ) {
    self.track = track
    self.time = time
    self.duration = duration
    self.isKeyFrame = isKeyFrame
    self.discardedSamples = discardedSamples
    self.bytes = bytes
  }
}
