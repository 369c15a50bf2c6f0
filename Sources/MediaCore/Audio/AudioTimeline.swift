/// A stretch of a timeline at 48 kHz.
enum AudioPiece: Equatable {
  /// This many samples of nothing.
  case silence(Int64)
  /// Interleaved samples.
  case samples([Float])
}

/// Puts PCM of any rate where its time says, on one line of samples at 48 kHz without a hole.
///
/// A gap becomes silence, an overlap is cut off the later piece. Chunks that follow each other
/// nearly (their times are often rounded) are one run: resampled as one, and since each is compared
/// with where the run stands, the error stays below the tolerance and never adds up.
struct AudioTimeline: ~Copyable {
  /// 5 ms in samples at 48 kHz.
  static let defaultTolerance: Int64 = 240

  let channels: Int32
  private let tolerance: Int64
  /// Samples handed out so far: where the next one stands.
  private(set) var position: Int64 = 0

  private var resampler: AudioResampler?
  /// Of the run: input rate (0 between runs) and channels, where it starts, what went in since.
  private var runRate: Int64 = 0
  private var runChannels: Int32 = 0
  private var runStart: Int64 = 0
  private var runInput: Int64 = 0
  /// Samples of the run that lie before `position`, still to be dropped.
  private var runSkip: Int64 = 0

  init(channels: Int32, tolerance: Int64 = defaultTolerance) {
    self.channels = channels
    self.tolerance = tolerance
  }

  /// Where a sample goes that follows the ones before; the resampler may still hold some of those.
  var end: Int64 {
    guard runRate > 0 else { return position }
    let (seconds, rest) = runInput.quotientAndRemainder(dividingBy: runRate)
    return runStart + seconds * 48000 + rest * 48000 / runRate
  }

  /// Adds interleaved samples of `channels` at `rate` Hz.
  ///
  /// - Parameter place: where the first one stands, in samples at 48 kHz; nil right behind the last.
  mutating func append(
    _ samples: Span<Float>, channels: Int32, rate: Int32, at place: Int64?,
    into pieces: inout [AudioPiece]
  ) throws(MediaError) {
    let place = place ?? end
    if Int64(rate) != runRate || channels != runChannels || abs(place - end) > tolerance {
      try endRun(into: &pieces)
      resampler = try AudioResampler(
        inputRate: rate, inputChannels: channels, outputChannels: self.channels)
      (runRate, runChannels, runStart, runInput) = (Int64(rate), channels, place, 0)
      runSkip = max(0, position - place)
      fillSilence(to: place, into: &pieces)
    }
    runInput += Int64(samples.count / Int(channels))
    var converted: [Float] = []
    try resampler?.convert(samples, into: &converted)
    put(&converted, into: &pieces)
  }

  /// Nothing comes before `place`: what is missing until there is silence.
  mutating func fill(to place: Int64, into pieces: inout [AudioPiece]) throws(MediaError) {
    guard place - end > tolerance else { return }
    try endRun(into: &pieces)
    fillSilence(to: place, into: &pieces)
  }

  /// Nothing follows what came so far without a gap: takes the rest out of the resampler.
  mutating func endRun(into pieces: inout [AudioPiece]) throws(MediaError) {
    guard runRate > 0 else { return }
    var converted: [Float] = []
    try resampler?.finish(into: &converted)
    // The filter's tail is a little longer than the run, or a sample short of it.
    let left = Int(clamping: max(0, end - position + runSkip)) * Int(channels)
    if converted.count > left { converted.removeLast(converted.count - left) }
    if converted.count < left {
      converted.append(contentsOf: repeatElement(0, count: left - converted.count))
    }
    put(&converted, into: &pieces)
    resampler = nil
    runRate = 0
  }

  private mutating func fillSilence(to place: Int64, into pieces: inout [AudioPiece]) {
    guard place > position else { return }
    pieces.append(.silence(place - position))
    position = place
  }

  private mutating func put(_ samples: inout [Float], into pieces: inout [AudioPiece]) {
    let count = samples.count / Int(channels)
    let dropped = Int(min(runSkip, Int64(count)))
    runSkip -= Int64(dropped)
    if dropped > 0 { samples.removeFirst(dropped * Int(channels)) }
    guard !samples.isEmpty else { return }
    position += Int64(count - dropped)
    pieces.append(.samples(samples))
  }
}

extension MediaTime {
  /// The number of the sample at 48 kHz that is nearest to this time.
  package var sampleNumber: Int64 {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let half: Int64 = rest < 0 ? -500_000_000 : 500_000_000
    return seconds * 48000 + (rest * 48000 + half) / 1_000_000_000
  }
}
