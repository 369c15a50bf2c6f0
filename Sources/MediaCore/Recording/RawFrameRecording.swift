internal import Strokes

/// Records raw frames that another program sends: what changed is found by comparing.
package struct RawFrameRecording {
  package enum Format: Equatable, Sendable {
    /// B, G, R, A, four bytes a pixel, rows without padding; alpha is ignored.
    case bgra
    /// Planes Y, U, V of limited-range BT.601 without padding, chroma of odd sizes rounded up.
    case i420
    /// The same with a header that says size and frame rate (progressive 8-bit 4:2:0 only).
    case y4m
  }

  package struct Result: Equatable, Sendable {
    package var summary: RecordingSummary
    /// Bytes of a last frame that did not come whole; it is left out.
    package var leftOver: Int
  }

  private var frames: RawFrames
  private let options: RecordingConfiguration.Video
  private let audio: RecordingConfiguration.Audio?

  /// Reads the header of y4m.
  ///
  /// - Parameters:
  ///   - size: of the frames; nil when y4m says it. If both say it they must agree.
  ///   - rate: nil when y4m says it; overrides the header's.
  package init(
    _ source: any ByteSource, format: Format, size: (width: Int32, height: Int32)?,
    rate: FrameRate?, quality: RecordingQuality = .standard,
    encoder: RecordingConfiguration.VideoEncoderChoice = .canvas, isConstantRate: Bool = false,
    audio: RecordingConfiguration.Audio? = nil
  ) throws(MediaError) {
    let stream = try RawFrameStream(source, format: format, size: size, rate: rate)
    var options = RecordingConfiguration.Video(
      width: Int(stream.width), height: Int(stream.height))
    options.rate = stream.rate
    options.quality = quality
    options.encoder = encoder
    options.isConstantRate = isConstantRate
    frames = RawFrames(stream)
    self.options = options
    self.audio = audio
  }

  /// Of the frames, in pixels.
  package var size: (width: Int, height: Int) { (options.width, options.height) }

  /// Records until the source ends. Frame k stands at k / rate, the last one lasts 1 / rate.
  ///
  /// After an error what was recorded until then is completed; then the error is thrown.
  ///
  /// - Parameters:
  ///   - sound: counts in file time; taken only if there is to be any.
  ///   - onProgress: is told how far the file is; its answer false ends the recording there.
  package mutating func record(
    to sink: any ByteSink, sound: consuming some SoundPackets & ~Copyable,
    onProgress: (MediaTime) -> Bool = { _ in true }
  ) throws(MediaError) -> Result {
    var video = try VideoTrackEncoder(options)
    guard try frames.next() else {
      throw MediaError(
        .inputDamaged,
        "not one whole frame came: \(frames.leftOver) of \(frames.frameSize) bytes")
    }
    var file = try RecordingFile(
      to: sink, RecordingConfiguration(video: options, audio: audio))
    var sound = sound
    var count: Int64 = 0
    var failure: MediaError?
    do throws(MediaError) {
      repeat {
        let time = options.rate.instant(count)
        while let frame = try video.nextFrame(before: time) {
          try write(frame, &sound, &file)
        }
        frames.show(in: &video, at: time)
        count += 1
        guard onProgress(time) else { break }
      } while try frames.next()
      let end = options.rate.instant(count)
      while let frame = try video.nextFrame(ending: end) { try write(frame, &sound, &file) }
      try file.take(&sound, endingAt: end)
    } catch {
      failure = error
    }
    let summary = try file.finish(duration: options.rate.instant(count), after: failure)
    return Result(summary: summary, leftOver: frames.leftOver)
  }

  private func write(
    _ frame: EncodedFrame, _ sound: inout some SoundPackets & ~Copyable,
    _ file: inout RecordingFile
  ) throws(MediaError) {
    try file.take(&sound, before: frame.time)
    try file.write(frame)
    try file.advance(to: frame.time)
  }
}
