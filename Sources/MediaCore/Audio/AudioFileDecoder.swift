/// The sound of any file that FFmpeg decodes, as samples at 48 kHz in one or two channels, pulled in
/// order.
///
/// Sample 0 is the file's start: padding of the encoder is gone, a delay that the file declares (an
/// edit list, a later first packet) is silence, and so is a hole. One channel stays one, two stay
/// two, more are mixed down to two, see `AudioResampler`. Nothing but the source is ever opened.
package struct AudioFileDecoder: ~Copyable {
  /// 1 or 2.
  package let channels: Int32
  /// As the file says, when it does; decoding may find more or less.
  package let duration: MediaTime?
  /// FFmpeg's name of the codec.
  package let codec: String
  /// Samples pulled so far.
  package private(set) var position: Int64 = 0

  /// Packets so far that could be decoded; silence stands for the others.
  package var decodedPackets: Int { decoder.decodedPackets }

  private var demuxer: Demuxer
  private var decoder: AudioFrameDecoder
  private let stream: Int
  private let startsAtZero: Bool
  private var timeline: AudioTimeline
  private var pieces: [AudioPiece] = []
  /// The piece that is being given out, and how many of its samples are.
  private var piece = 0
  private var taken = 0
  private var firstPlace: Int64?
  private var isAtEnd = false

  /// A jump in time beyond this is a broken time stamp, not a hole: ten hours.
  private static let longestHole: Int64 = 36_000 * 48_000

  /// - Parameter channels: 1 or 2 to have that many whatever the file has; nil for its own.
  package init(_ source: any ByteSource, channels: Int32? = nil) throws(MediaError) {
    precondition(channels == nil || channels == 1 || channels == 2, "sound has 1 or 2 channels")
    let demuxer = try Demuxer(source)
    guard let stream = demuxer.streams.firstIndex(where: { $0.kind == .audio }) else {
      throw MediaError(.formatUnsupported, "there is no sound in this file")
    }
    let description = demuxer.streams[stream]
    let decoder = try AudioFrameDecoder(demuxer, stream: stream)
    let channels = channels ?? (description.channels == 1 ? 1 : 2)
    self.channels = channels
    duration = description.duration ?? demuxer.duration
    codec = description.codec
    // Without a timeline the sound simply starts.
    startsAtZero = !demuxer.hasTimeline
    self.demuxer = demuxer
    self.decoder = decoder
    self.stream = stream
    // Container times are often whole milliseconds; real holes are packets long.
    timeline = AudioTimeline(channels: channels, tolerance: 480)
  }

  /// Decodes what is left, for files that do not say their length; answers where the sound ends.
  package mutating func measureRest() throws(MediaError) -> MediaTime {
    var samples: [Float] = []
    while try read(48_000, into: &samples) > 0 { samples.removeAll(keepingCapacity: true) }
    return MediaTime(count: position, rate: 48_000)
  }

  /// Appends up to `count` samples a channel, interleaved; fewer only at the end. Answers how many.
  package mutating func read(
    _ count: Int, into samples: inout [Float]
  ) throws(MediaError) -> Int {
    var left = count
    while left > 0 {
      guard piece < pieces.count else {
        pieces.removeAll(keepingCapacity: true)
        (piece, taken) = (0, 0)
        if isAtEnd { break }
        try decodeMore()
        continue
      }
      switch pieces[piece] {
      case .silence(let length):
        let given = Int(min(Int64(left), length - Int64(taken)))
        samples.append(contentsOf: repeatElement(0, count: given * Int(channels)))
        advance(by: given, of: Int(clamping: length), &left)
      case .samples(let values):
        let length = values.count / Int(channels)
        let given = min(left, length - taken)
        let start = taken * Int(channels)
        samples += values[start..<start + given * Int(channels)]
        advance(by: given, of: length, &left)
      }
    }
    position += Int64(count - left)
    return count - left
  }

  private mutating func advance(by given: Int, of length: Int, _ left: inout Int) {
    left -= given
    taken += given
    if taken == length { (piece, taken) = (piece + 1, 0) }
  }

  private mutating func decodeMore() throws(MediaError) {
    while pieces.isEmpty {
      let isFed = try decoder.feed(from: &demuxer, stream: stream)
      try receiveAll()
      if !isFed {
        try timeline.endRun(into: &pieces)
        isAtEnd = true
        return
      }
    }
  }

  private mutating func receiveAll() throws(MediaError) {
    while let block = try decoder.receive() {
      guard !block.samples.isEmpty else { continue }
      try timeline.append(
        block.samples.span, channels: block.channels, rate: block.rate, at: place(of: block),
        into: &pieces)
    }
  }

  /// Where a block stands; nil: behind the last one.
  private mutating func place(of block: AudioFrameDecoder.Block) -> Int64? {
    guard let stamp = block.stamp, let time = demuxer.time(stamp, stream: stream) else {
      return nil
    }
    var place = time.sampleNumber
    if firstPlace == nil { firstPlace = startsAtZero ? place : 0 }
    place -= firstPlace ?? 0
    let jump = place - timeline.end
    // Going back cannot be meant: chained or spliced files start their clocks again.
    return jump < 0 || jump > Self.longestHole ? nil : place
  }
}
