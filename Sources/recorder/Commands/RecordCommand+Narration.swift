import MediaCore
import MediaIO

extension RecordCommand {
  /// The narration as it is heard in the file; it is made on another core while the picture is.
  ///
  /// - Parameter timeline: what of the session is in the file.
  func sound(
    _ narration: Narration, along timeline: FileTimeline
  ) throws(MediaError) -> ConcurrentSound {
    let audio = RecordingConfiguration.Audio(channels: narration.channels)
    let speed = options.playback.speed
    guard speed != 1 else {
      return try ConcurrentSound { () throws(MediaError) in
        try EncodedNarration(try narration.cut(to: timeline), audio)
      }
    }
    return try ConcurrentSound { () throws(MediaError) in
      let stretched = try StretchedNarration(
        try narration.cut(to: timeline), factor: speed, channels: Int32(audio.channels))
      return try EncodedNarration(stretched, audio)
    }
  }
}
