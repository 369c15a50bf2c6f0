/// A narration without what falls into pauses or outside the range of a file.
///
/// Its source counts in session time. What comes out counts in file time at speed 1: for another
/// speed it still has to be stretched.
package struct CutNarration<Source: NarrationSource & ~Copyable>: NarrationSource, ~Copyable {
  private var source: Source
  private let stretches: [FileTimeline.Stretch]
  /// The stretch into which the next sample can fall.
  private var stretch = 0
  private var chunk: PCMChunk?
  /// Samples of `chunk` that are done.
  private var taken = 0

  package init(_ source: consuming Source, _ timeline: FileTimeline) {
    self.source = source
    stretches = timeline.stretches
  }

  package mutating func next() throws(MediaError) -> PCMChunk? {
    while stretch < stretches.count {
      if chunk == nil {
        chunk = try source.next()
        taken = 0
      }
      guard let current = chunk else { return nil }
      let kept = stretches[stretch]
      let first = max(taken, Self.sample(at: kept.start - current.time, current.rate))
      let end = min(current.count, Self.sample(at: kept.end - current.time, current.rate))
      taken = max(first, max(end, taken))
      if end >= current.count || taken >= current.count {
        chunk = nil
      } else {
        stretch += 1
      }
      guard first < end else { continue }
      let channels = Int(current.channels)
      let start = current.time + MediaTime(count: Int64(first), rate: Int64(current.rate))
      return PCMChunk(
        samples: Array(current.samples[(first * channels)..<(end * channels)]),
        channels: current.channels, rate: current.rate,
        time: kept.cutStart + max(start - kept.start, .zero))
    }
    return nil
  }

  /// The first sample at or after `offset` from the start of a chunk.
  private static func sample(at offset: MediaTime, _ rate: Int32) -> Int {
    guard offset > .zero else { return 0 }
    let scaled = Int128(offset.nanoseconds) * Int128(rate)
    return Int(clamping: (scaled + 999_999_999) / 1_000_000_000)
  }
}
