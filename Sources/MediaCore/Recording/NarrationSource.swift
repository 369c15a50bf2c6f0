/// A piece of sound with its place in time.
package struct PCMChunk: Equatable, Sendable {
  /// Interleaved, −1 to 1.
  package var samples: [Float]
  package var channels: Int32
  /// Hertz.
  package var rate: Int32
  /// Of the first sample.
  package var time: MediaTime

  package init(samples: [Float], channels: Int32, rate: Int32, time: MediaTime) {
    self.samples = samples
    self.channels = channels
    self.rate = rate
    self.time = time
  }

  /// Samples of one channel.
  package var count: Int { samples.count / Int(max(channels, 1)) }
}

/// Sound in the order of its times, a piece at a time, so that no hour has to fit in memory.
package protocol NarrationSource: ~Copyable {
  /// The next piece; nil at the end. Pieces follow each other or leave gaps, they do not overlap.
  mutating func next() throws(MediaError) -> PCMChunk?
}
