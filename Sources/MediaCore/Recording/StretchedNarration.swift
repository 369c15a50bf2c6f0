/// A narration that is spoken faster or slower at the same pitch.
///
/// Gaps are stretched with it: they are silence to the filter. What comes out follows without gaps
/// from time zero.
package struct StretchedNarration<Source: NarrationSource & ~Copyable>: NarrationSource, ~Copyable {
  private var source: Source
  private var stretch: TimeStretch
  private let channels: Int32
  /// Samples that the filter has been given, and has given back.
  private var taken: Int64 = 0
  private var given: Int64 = 0
  private var hasEnded = false

  /// Silence is handed over in pieces of this many samples.
  private static var pieceLength: Int64 { 48_000 }

  /// - Parameters:
  ///   - source: at 48 kHz, all of it with this many channels.
  ///   - factor: 2 is twice as fast; within `TimeStretch.factors`.
  package init(
    _ source: consuming Source, factor: Double, channels: Int32
  ) throws(MediaError) {
    stretch = try TimeStretch(factor: factor, channels: channels)
    self.source = source
    self.channels = channels
  }

  package mutating func next() throws(MediaError) -> PCMChunk? {
    var output: [Float] = []
    while output.isEmpty, !hasEnded {
      if let chunk = try source.next() {
        try fillGap(before: chunk.time, into: &output)
        try stretch.process(chunk.samples.span, into: &output)
        taken += Int64(chunk.count)
      } else {
        hasEnded = true
        try stretch.finish(into: &output)
      }
    }
    guard !output.isEmpty else { return nil }
    let time = MediaTime(count: given, rate: 48_000)
    given += Int64(output.count / Int(channels))
    return PCMChunk(samples: output, channels: channels, rate: 48_000, time: time)
  }

  private mutating func fillGap(
    before time: MediaTime, into output: inout [Float]
  ) throws(MediaError) {
    let place = Int64(clamping: Int128(time.nanoseconds) * 48_000 / 1_000_000_000)
    while taken < place {
      let count = min(place - taken, Self.pieceLength)
      let silence = [Float](repeating: 0, count: Int(count) * Int(channels))
      try stretch.process(silence.span, into: &output)
      taken += count
    }
  }
}
