import MediaCore
import MediaIO

/// Records an animation with its sound.
func record(_ animation: inout Animation, to name: FileName) throws -> RecordingSummary {
  var configuration = RecordingConfiguration(
    video: .init(width: animation.width, height: animation.height), audio: .init())
  configuration.title = "Ball and clock"
  var recording = try Recording(to: FileSink(name), configuration)
  do {
    for index in 0..<animation.frameCount {
      let time = FrameRate.fps30.instant(index)
      // Draws the picture of this moment and says where it differs from the one before, such as
      // [PixelRectangle(x: 100, y: 80, width: 40, height: 24)]; nil: found by comparing.
      let damage = animation.draw(at: time)
      // B, G, R, A in memory.
      try recording.show(
        animation.pixels.span, bytesPerRow: animation.width * 4, damage: damage, at: time)
      try recording.append(
        animation.sound(ofFrame: index).span, channels: 1, rate: 48_000, at: time)
    }
    recording.addChapter("The ball rests", at: animation.rest)
  } catch {
    // A full disk, say: completes what was written until then, so that it plays.
    _ = try recording.finish()
    throw error
  }
  return try recording.finish(at: animation.duration)
}
