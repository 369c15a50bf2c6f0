/// A narration as Opus packets. They depend on the narration alone, not on when they are asked for.
package struct EncodedNarration<Source: NarrationSource & ~Copyable>: SoundPackets, ~Copyable {
  private var source: Source
  private var stream: OpusStream
  private var hasEnded = false

  /// - Parameters:
  ///   - source: its times are file times.
  ///   - audio: as the recording's configuration has it.
  package init(
    _ source: consuming Source, _ audio: RecordingConfiguration.Audio
  ) throws(MediaError) {
    stream = try OpusStream(OpusSettings(audio))
    self.source = source
  }

  package mutating func next() throws(MediaError) -> [UInt8]? {
    while !hasEnded {
      if let packet = try stream.next() { return packet }
      if let chunk = try source.next() {
        try stream.append(
          chunk.samples.span, channels: chunk.channels, rate: chunk.rate, at: chunk.time)
      } else {
        hasEnded = true
        try stream.endRun()
      }
    }
    if let packet = try stream.next() { return packet }
    // The encoder rings on for a few frames.
    return stream.isSilent ? nil : try stream.rest()
  }
}

extension OpusSettings {
  /// What a recording's configuration asks for.
  init(_ audio: RecordingConfiguration.Audio) throws(MediaError) {
    guard audio.channels == 1 || audio.channels == 2 else {
      throw MediaError(.usage, "a recording has one or two channels, not \(audio.channels)")
    }
    self.init(
      channels: Int32(audio.channels), bitrate: audio.bitrate.map { Int32(clamping: $0) })
  }
}
