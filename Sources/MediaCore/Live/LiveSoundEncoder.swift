/// The sound of a live source as Opus packets of 20 ms, without a hole: where nothing is heard there is
/// silence.
package struct LiveSoundEncoder: ~Copyable {
  package struct Packet: Sendable {
    package var bytes: [UInt8]
    /// Of 48 kHz, from stream time 0.
    package var ticks: Int64
    /// Stream time at which its first decoded sample is to be heard: that is a little before what was
    /// put in, since decoders begin with the codec's delay.
    package var time: MediaTime

    package init(bytes: [UInt8], ticks: Int64, time: MediaTime) {
      self.bytes = bytes
      self.ticks = ticks
      self.time = time
    }
  }

  private var stream: OpusStream
  /// Packets that were given out.
  private var count: Int64 = 0

  /// - Parameter channels: 1 or 2.
  package init(channels: Int) throws(MediaError) {
    stream = try OpusStream(OpusSettings(RecordingConfiguration.Audio(channels: channels)))
  }

  /// When all is known that the next packet holds.
  package var deadline: MediaTime {
    MediaTime(count: (count + 1) * Self.samples, rate: 48_000)
  }

  private static let samples = Int64(OpusEncoder.frameSize)

  /// Takes the next piece of the sound, in stream time.
  package mutating func add(_ piece: PCMChunk) throws(MediaError) {
    try stream.append(
      piece.samples.span, channels: piece.channels, rate: piece.rate, at: piece.time)
  }

  /// The next packet of sound before `time`, all of which has been added; nil when there is none.
  package mutating func next(before time: MediaTime) throws(MediaError) -> Packet? {
    guard deadline <= time else { return nil }
    var packet = try stream.next()
    if packet == nil {
      try stream.fill(to: time)
      packet = try stream.next()
    }
    guard let bytes = packet else { return nil }
    defer { count += 1 }
    let ticks = count * Self.samples
    return Packet(
      bytes: bytes, ticks: ticks,
      time: MediaTime(count: ticks - Int64(stream.preSkip), rate: 48_000))
  }
}
