/// Opus packets of 20 ms, one after the other, from PCM that comes at its time.
///
/// Time is counted in samples at 48 kHz from the start of the recording. There are packets from zero
/// on without a hole, since most tools swallow holes; see `AudioTimeline`. Which bytes come out does
/// not depend on when they are asked for.
struct OpusStream: ~Copyable {
  /// Samples that a decoder gives back before the first one that was put in.
  let preSkip: Int32
  /// A packet of silence: as good as an encoded one once the encoder has nothing left to ring.
  let silence: [UInt8]
  private let channels: Int
  private var encoder: OpusEncoder
  private var timeline: AudioTimeline

  /// What has been added; of the one at `piece` so many samples a channel are used up.
  private var pieces: [AudioPiece] = []
  private var piece = 0
  private var taken: Int64 = 0

  /// Samples of the packet that is being filled, interleaved.
  private var frame: [Float] = []
  private let frameLength: Int

  /// Frames of silence that the encoder has seen in a row.
  private var silentFrames = OpusSilence.framesEncoded

  init(_ settings: OpusSettings) throws(MediaError) {
    let frameLength = OpusEncoder.frameSize * Int(settings.channels)
    let silence = try OpusSilence.packet(settings)
    let encoder = try OpusEncoder(settings)
    preSkip = encoder.preSkip
    channels = Int(settings.channels)
    self.encoder = encoder
    timeline = AudioTimeline(channels: settings.channels)
    self.silence = silence
    self.frameLength = frameLength
    frame.reserveCapacity(frameLength)
  }

  /// Where a sample goes that follows the ones before without a gap, in samples at 48 kHz.
  var position: Int64 { timeline.end }

  /// Whether another packet would be `silence`, as all after it, until sound is added.
  var isSilent: Bool {
    piece == pieces.count && frame.isEmpty && silentFrames >= OpusSilence.framesEncoded
  }

  /// Adds samples: interleaved, −1 to 1, `channels` of them at `rate` Hz, the first at `time`.
  mutating func append(
    _ samples: Span<Float>, channels: Int32, rate: Int32, at time: MediaTime
  ) throws(MediaError) {
    try timeline.append(
      samples, channels: channels, rate: rate, at: time.sampleNumber, into: &pieces)
  }

  /// Says that no samples come before `time`: what is missing until there becomes silence.
  mutating func fill(to time: MediaTime) throws(MediaError) {
    try timeline.fill(to: time.sampleNumber, into: &pieces)
  }

  /// Nothing follows what came so far without a gap.
  mutating func endRun() throws(MediaError) {
    try timeline.endRun(into: &pieces)
  }

  /// The next packet; nil when what has been added does not fill one.
  mutating func next() throws(MediaError) -> [UInt8]? {
    while frame.count < frameLength {
      guard piece < pieces.count else {
        pieces.removeAll(keepingCapacity: true)
        piece = 0
        return nil
      }
      let room = Int64((frameLength - frame.count) / channels)
      let length: Int64
      switch pieces[piece] {
      case .silence(let count):
        length = count
        appendSilence(Int(min(room, length - taken)))
      case .samples(let samples):
        length = Int64(samples.count / channels)
        let end = min(taken + room, length)
        frame += samples[Int(taken) * channels..<Int(end) * channels]
      }
      taken += min(room, length - taken)
      if taken == length { (piece, taken) = (piece + 1, 0) }
    }
    return try encodeFrame()
  }

  /// What does not fill a packet, as one: cut to `count` samples, then silence.
  mutating func rest(cutTo count: Int64 = .max) throws(MediaError) -> [UInt8] {
    let kept = Int(min(max(count, 0), Int64(frame.count / channels)))
    frame.removeLast(frame.count - kept * channels)
    appendSilence((frameLength - frame.count) / channels)
    return try encodeFrame()
  }

  private mutating func appendSilence(_ count: Int) {
    frame.append(contentsOf: repeatElement(0, count: count * channels))
  }

  private mutating func encodeFrame() throws(MediaError) -> [UInt8] {
    var isQuiet = true
    for sample in frame where sample != 0 {
      isQuiet = false
      break
    }
    silentFrames = isQuiet ? silentFrames + 1 : 0
    defer { frame.removeAll(keepingCapacity: true) }
    return silentFrames > OpusSilence.framesEncoded ? silence : try encoder.encode(frame)
  }
}
