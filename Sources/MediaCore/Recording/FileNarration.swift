/// The sound of a file as a narration that begins at some time of the session.
package struct FileNarration: NarrationSource, ~Copyable {
  private var decoder: AudioFileDecoder
  private let start: MediaTime

  /// Of one piece, a tenth of a second.
  private static let pieceLength = 4_800

  /// - Parameter start: session time of the file's first sample; may be negative.
  package init(_ decoder: consuming AudioFileDecoder, start: MediaTime) {
    self.decoder = decoder
    self.start = start
  }

  package mutating func next() throws(MediaError) -> PCMChunk? {
    let position = decoder.position
    var samples: [Float] = []
    samples.reserveCapacity(Self.pieceLength * Int(decoder.channels))
    guard try decoder.read(Self.pieceLength, into: &samples) > 0 else { return nil }
    return PCMChunk(
      samples: samples, channels: decoder.channels, rate: 48_000,
      time: start + MediaTime(count: position, rate: 48_000))
  }
}
