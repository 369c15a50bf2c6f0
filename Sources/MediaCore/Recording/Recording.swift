internal import Strokes

/// Records what any renderer draws: hand over its canvas whenever it changed, with times, sound and
/// text, and get a WebM file (VP8, Opus, WebVTT) that plays and seeks everywhere.
///
/// ```swift
/// var recording = try Recording(
///   to: sink, RecordingConfiguration(video: .init(width: 1280, height: 720), audio: .init()))
/// try recording.show(pixels.span, bytesPerRow: 1280 * 4, damage: [changed], at: time)
/// try recording.append(samples.span, channels: 1, rate: 48_000, at: time)
/// let summary = try recording.finish(at: end)
/// ```
///
/// All times count from the start of the recording, up to 30 days. It reads no clock and starts no
/// thread: encoding happens in the calls, on the caller's thread, and takes as long as what changed
/// is large: a tenth of a millisecond for writing on 1920×1080. Only damaged pixels are read. When nothing changes nothing is
/// encoded but a few frames that sharpen the picture and one every five seconds: a live
/// application calls `advance(to:)` now and then so that these are written in time.
public struct Recording: ~Copyable {
  private var file: RecordingFile
  private var video: VideoTrackEncoder<RecordingEncoder>?
  private var comparison: PictureComparison?
  private let width: Int32
  private let height: Int32
  private var latest = MediaTime.zero
  private var samples: [Float] = []

  static let longest = MediaTime(milliseconds: 30 * 86_400_000)

  /// Writes the file's header at once: a full disk is known now.
  public init(
    to sink: any ByteSink, _ configuration: RecordingConfiguration
  ) throws(MediaError) {
    guard configuration.video != nil || configuration.audio != nil else {
      throw MediaError(.usage, "a recording has a picture or sound, or both")
    }
    let video = try Self.track(configuration.video)
    let file = try RecordingFile(to: sink, configuration)
    self.video = video
    self.file = file
    width = Int32(clamping: configuration.video?.width ?? 0)
    height = Int32(clamping: configuration.video?.height ?? 0)
  }

  /// Takes over the canvas as it is from `time` on.
  ///
  /// - Parameters:
  ///   - pixels: B, G, R, A in memory (as bytes, or as 0xAARRGGBB), rows from the top; opaque: alpha is
  ///     ignored. At least as large as the video.
  ///   - bytesPerRow: from one row to the next.
  ///   - damage: the rectangles in which it differs from the last call, in pixels; nil when they are not
  ///     known: they are then found by comparing, which costs a pass over the canvas.
  ///   - time: not before that of an earlier call; if it is, the change counts as now.
  public mutating func show<Element: BitwiseCopyable>(
    _ pixels: Span<Element>, bytesPerRow: Int, damage: [PixelRectangle]?, at time: MediaTime
  ) throws(MediaError) {
    let needed = (Int(height) - 1).multipliedReportingOverflow(by: bytesPerRow)
    guard video != nil, bytesPerRow >= Int(width) * 4, !needed.overflow,
      pixels.count * MemoryLayout<Element>.stride >= needed.partialValue + Int(width) * 4
    else {
      throw MediaError(.usage, "the canvas is smaller than the video of \(width)×\(height)")
    }
    try advance(to: time)
    var blocks = BlockMap(width: width, height: height)
    if let damage {
      for rectangle in damage { blocks.insert(rectangle) }
      // Comparing later starts from this picture again.
      comparison = nil
    } else {
      var kept = comparison.take() ?? PictureComparison(width: width, height: height)
      blocks = kept.damage(of: pixels, stride: bytesPerRow)
      comparison = kept
    }
    video?.update(from: pixels, stride: bytesPerRow, damage: Damage(blocks: blocks), at: latest)
  }

  /// Adds sound.
  ///
  /// - Parameters:
  ///   - samples: interleaved, −1 to 1.
  ///   - rate: 8 000 to 192 000 Hz.
  ///   - time: of the first sample. A gap becomes silence, an overlap is cut off.
  public mutating func append(
    _ samples: Span<Float>, channels: Int, rate: Int, at time: MediaTime
  ) throws(MediaError) {
    guard (1...8).contains(channels), (8_000...192_000).contains(rate) else {
      throw MediaError(.usage, "sound of \(channels) channels at \(rate) Hz is not known")
    }
    try checkTime(time)
    try file.append(samples, channels: Int32(channels), rate: Int32(rate), at: time)
  }

  /// Adds sound of 16-bit samples, interleaved.
  public mutating func append(
    _ samples: Span<Int16>, channels: Int, rate: Int, at time: MediaTime
  ) throws(MediaError) {
    var converted = self.samples
    self.samples = []
    converted.removeAll(keepingCapacity: true)
    for index in samples.indices { converted.append(Float(samples[index]) / 32_768) }
    try append(converted.span, channels: channels, rate: rate, at: time)
    self.samples = converted
  }

  /// Shows a text for a while. Cues come in the order of their starts.
  public mutating func add(_ cue: RecordingCue) throws(MediaError) {
    try checkTime(cue.end)
    try file.write(WebVTTCue(cue))
  }

  /// Marks a place for players' chapter lists.
  public mutating func addChapter(_ title: String, at time: MediaTime) {
    file.addChapter(title, at: time)
  }

  /// Nothing changed before `time`: writes the frames that are due.
  public mutating func advance(to time: MediaTime) throws(MediaError) {
    try checkTime(time)
    latest = max(latest, time)
    while let frame = try video?.nextFrame(before: latest) {
      try file.write(frame)
      try file.advance(to: frame.time)
    }
    try file.advance(to: latest)
  }

  /// Ends the recording at `time`, or where the last call was: the last frame is sharp, the file
  /// has its duration and seek index. The sink is closed.
  ///
  /// Call it also after an error. When the sink failed (a full disk) it completes what was written
  /// until there, closes the sink as unfinished, and throws that error again.
  public consuming func finish(at time: MediaTime? = nil) throws(MediaError) -> RecordingSummary {
    let end = min(max(time ?? latest, latest), Self.longest)
    var failure: MediaError?
    do throws(MediaError) {
      while let frame = try video?.nextFrame(ending: end) {
        try file.write(frame)
        try file.advance(to: frame.time)
      }
    } catch {
      failure = error
    }
    let summary = try file.finish(duration: end, after: failure)
    return summary
  }

  private func checkTime(_ time: MediaTime) throws(MediaError) {
    guard time >= .zero, time <= Self.longest else {
      throw MediaError(
        .usage, "a recording is up to 30 days long; \(time.seconds) s is no time in it")
    }
  }

  private static func track(
    _ settings: RecordingConfiguration.Video?
  ) throws(MediaError) -> VideoTrackEncoder<RecordingEncoder>? {
    guard let settings else { return nil }
    return try VideoTrackEncoder(settings)
  }
}

extension VideoTrackEncoder where Encoder == RecordingEncoder {
  /// The video track of a recording, or of a live stream.
  ///
  /// - Parameter seeks: players are going to seek in it, so key frames come now and then. Without, there
  ///   is the first, and those that are wanted.
  package init(
    _ settings: RecordingConfiguration.Video, seeks: Bool = true
  ) throws(MediaError) {
    let (width, height) = (Int32(clamping: settings.width), Int32(clamping: settings.height))
    let encoder: RecordingEncoder
    do {
      encoder = try RecordingEncoder(settings)
    } catch {
      throw MediaError(error)
    }
    var cadence = VideoCadence.Configuration()
    cadence.rate = settings.rate
    cadence.isConstantRate = settings.isConstantRate
    if !seeks { cadence.keyFrameInterval = BoardSurvey.longest }
    var rateControl: VideoRateControl?
    // libvpx keeps to a rate by itself.
    if settings.encoder == .canvas, case .bitrate(let bits) = settings.quality {
      rateControl = VideoRateControl(bitsPerSecond: bits, frames: settings.rate)
    }
    self.init(
      encoder: encoder, width: width, height: height, cadence: cadence, rateControl: rateControl)
  }
}
