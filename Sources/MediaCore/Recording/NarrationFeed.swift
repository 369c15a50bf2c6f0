/// Takes sound from its source as far as the picture has come, and no further.
package struct NarrationFeed<Source: NarrationSource & ~Copyable>: ~Copyable {
  private var source: Source
  private var upcoming: PCMChunk?
  private var hasEnded = false

  /// - Parameter source: its times are file times.
  package init(_ source: consuming Source) {
    self.source = source
  }

  /// Hands all sound before `time` to the file; where there is none, silence.
  package mutating func feed(_ file: inout RecordingFile, to time: MediaTime) throws(MediaError) {
    while !hasEnded {
      if upcoming == nil {
        upcoming = try source.next()
        hasEnded = upcoming == nil
      }
      guard let chunk = upcoming, chunk.time < time else { break }
      try file.append(
        chunk.samples.span, channels: chunk.channels, rate: chunk.rate, at: chunk.time)
      upcoming = nil
    }
    try file.fillSilence(to: time)
  }
}
