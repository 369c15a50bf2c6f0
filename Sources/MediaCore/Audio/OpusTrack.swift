/// One Opus track of a recording: PCM comes in at its time, packets go to the writer.
///
/// Time is counted in samples at 48 kHz from the start of the recording. The track has packets from
/// zero to its end without a hole, since most tools swallow holes; see `AudioTimeline`.
package struct OpusTrack: ~Copyable {
  package let track: Int
  package let preSkip: Int32
  private let channels: Int
  private var encoder: OpusEncoder
  private var timeline: AudioTimeline
  private var pieces: [AudioPiece] = []

  /// A packet of silence, and how many frames of silence the encoder has seen in a row: after a few
  /// it has nothing left to ring, and the packet is as good as encoding.
  private let silence: [UInt8]
  private var silentFrames = Self.silentFramesEncoded
  private static let silentFramesEncoded = 5

  /// Samples of the frame that is being filled, interleaved.
  private var frame: [Float] = []
  private let frameLength: Int
  /// Packets written.
  private var frameCount: Int64 = 0

  /// - Parameter track: its index in the writer's layout.
  package init(track: Int, settings: OpusSettings) throws(MediaError) {
    var quiet = try OpusEncoder(settings)
    let frameLength = OpusEncoder.frameSize * Int(settings.channels)
    let zeros = [Float](repeating: 0, count: frameLength)
    var silence: [UInt8] = []
    for _ in 0...Self.silentFramesEncoded { silence = try quiet.encode(zeros) }
    let encoder = try OpusEncoder(settings)
    self.track = track
    preSkip = encoder.preSkip
    channels = Int(settings.channels)
    self.encoder = encoder
    timeline = AudioTimeline(channels: settings.channels)
    self.silence = silence
    self.frameLength = frameLength
    frame.reserveCapacity(frameLength)
  }

  /// The description of such a track for the writer's layout.
  package static func layout(
    _ settings: OpusSettings, name: String? = nil, language: String? = nil
  ) throws(MediaError) -> WebMTrack {
    let preSkip = try OpusEncoder(settings).preSkip
    return WebMTrack(
      .opus(channels: settings.channels, preSkip: preSkip), name: name, language: language)
  }

  /// Where a sample goes that follows the ones before without a gap, in samples at 48 kHz.
  package var position: Int64 { timeline.end }

  /// No packet of this track will come before this time: for `WebMWriter.advance(to:)`.
  package var nextPacketTime: MediaTime {
    MediaTime(count: frameCount * Int64(OpusEncoder.frameSize) - Int64(preSkip), rate: 48000)
  }

  /// Adds samples: interleaved, −1 to 1, `channels` of them at `rate` Hz, the first at `time`.
  package mutating func append(
    _ samples: Span<Float>, channels: Int32, rate: Int32, at time: MediaTime,
    to writer: inout WebMWriter
  ) throws(MediaError) {
    try timeline.append(
      samples, channels: channels, rate: rate, at: time.sampleNumber, into: &pieces)
    try encodePieces(to: &writer)
  }

  /// Says that no samples come before `time`: what is missing until there becomes silence.
  package mutating func fill(
    to time: MediaTime, _ writer: inout WebMWriter
  ) throws(MediaError) {
    try timeline.fill(to: time.sampleNumber, into: &pieces)
    try encodePieces(to: &writer)
  }

  /// Ends the track at exactly `duration`: pads with silence or cuts. Whole packets that are written
  /// already stay, so samples must not be handed over far beyond the end.
  package consuming func finish(
    at duration: MediaTime, to writer: inout WebMWriter
  ) throws(MediaError) {
    try timeline.endRun(into: &pieces)
    try encodePieces(to: &writer)
    // The decoder gives the pre-skip first: that many more samples push the last ones out.
    let size = Int64(OpusEncoder.frameSize)
    let end = max(duration.sampleNumber, 0)
    let total = (end + Int64(preSkip) + size - 1) / size
    while frameCount < total {
      // What lies beyond the end is cut; the frame may lie there as a whole, as the pre-skip's rest.
      let kept = Int(min(max(end - frameCount * size, 0), Int64(frame.count / channels)))
      frame.removeLast(frame.count - kept * channels)
      frame.append(contentsOf: repeatElement(0, count: frameLength - frame.count))
      let excess = (frameCount + 1) * size - Int64(preSkip) - end
      try encodeFrame(discard: frameCount + 1 == total ? Int32(excess) : 0, to: &writer)
    }
  }

  private mutating func encodePieces(to writer: inout WebMWriter) throws(MediaError) {
    for piece in pieces {
      switch piece {
      case .silence(let count):
        var left = count
        while left > 0 {
          let taken = min(left, Int64((frameLength - frame.count) / channels))
          frame.append(contentsOf: repeatElement(0, count: Int(taken) * channels))
          left -= taken
          if frame.count == frameLength { try encodeFrame(to: &writer) }
        }
      case .samples(let samples):
        var index = 0
        while index < samples.count {
          let taken = min(samples.count - index, frameLength - frame.count)
          frame += samples[index..<index + taken]
          index += taken
          if frame.count == frameLength { try encodeFrame(to: &writer) }
        }
      }
    }
    pieces.removeAll(keepingCapacity: true)
  }

  private mutating func encodeFrame(
    discard: Int32 = 0, to writer: inout WebMWriter
  ) throws(MediaError) {
    var isSilent = true
    for sample in frame where sample != 0 {
      isSilent = false
      break
    }
    silentFrames = isSilent ? silentFrames + 1 : 0
    let bytes = silentFrames > Self.silentFramesEncoded ? silence : try encoder.encode(frame)
    let time = nextPacketTime
    frame.removeAll(keepingCapacity: true)
    frameCount += 1
    try writer.write(
      WebMPacket(
        track: track, time: time, duration: MediaTime(milliseconds: 20),
        discardedSamples: discard, bytes: bytes))
  }
}
