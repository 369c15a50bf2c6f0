internal import MediaCore
internal import MediaIO
internal import Strokes

/// What the recorder does to a `.board` file, to be counted stage by stage: each one does what those
/// before it do and one thing more, so two counts differ by what that adds.
enum RecorderStages {
  enum Stage: String, CaseIterable {
    /// The survey's pass over the events, and the one that is recorded.
    case read
    case ink
    case convert
    /// All changes, and one key frame at the beginning.
    case encode
    case keyFrames = "key-frames"
    case file
  }

  /// Records so many frames of a session from `start` on; what came before is drawn at once.
  ///
  /// - Returns: blocks that were damaged, and frames in which there were any. None by `read`.
  static func run(
    _ stage: Stage, board: String, from start: MediaTime, frames: Int64, folder: String
  ) throws(MediaError) -> (blocks: Int, frames: Int) {
    let end = start + MediaTime(count: frames, rate: MeasuredSession.rate)
    var source = SessionPart(
      document: try BoardDocument(opening: FileSource(FileName(board)), name: board), end: end)
    var survey = BoardSurvey(measuresContent: false)
    while let event = try source.next() { try survey.include(event) }
    try source.document.rewind()
    if stage == .read {
      while try source.next() != nil {}
      return (0, 0)
    }
    let renderer = BoardRenderer(
      header: source.document.header, width: MeasuredSession.width, height: MeasuredSession.height,
      viewport: .identity)
    var playback = BoardPlayback(
      source, into: renderer, header: source.document.header,
      timeline: survey.timeline(from: start), last: survey.end, rate: .fps30, leader: nil,
      decode: { _ in nil })
    var track = try track(stage, to: FileName("\(folder)/stages.webm"))
    try track.show(renderer.canvas, renderer.render(), at: .zero)
    var (blocks, changed) = (0, 0)
    while let step = try playback.next() {
      try track.show(renderer.canvas, step.damage, at: step.instant)
      // The page as it is at the start is no change.
      guard step.instant > .zero, !step.damage.blocks.isEmpty else { continue }
      blocks += step.damage.blocks.count
      changed += 1
    }
    try track.finish(at: end - start)
    return (blocks, changed)
  }

  private static func track(_ stage: Stage, to name: FileName) throws(MediaError) -> StageTrack {
    switch stage {
    case .read, .ink: return StageTrack()
    case .convert: return StageTrack(converting: ())
    case .encode: return try StageTrack(hasKeyFrames: false, sink: nil)
    case .keyFrames: return try StageTrack(hasKeyFrames: true, sink: nil)
    case .file: return try StageTrack(hasKeyFrames: true, sink: FileSink(name, replacing: true))
    }
  }
}

/// A session up to some time.
private struct SessionPart: BoardEventSource {
  var document: BoardDocument
  let end: MediaTime

  mutating func next() throws(MediaError) -> BoardEvent? {
    guard let event = try document.next(), MediaTime(event.time) <= end else { return nil }
    return event
  }
}

/// What becomes of the canvas in a stage.
private struct StageTrack: ~Copyable {
  private var picture: I420Picture?
  private var video: VideoTrackEncoder<CanvasVP8Encoder>?
  private var file: RecordingFile?

  /// Nothing.
  init() {
    picture = nil
    video = nil
    file = nil
  }

  /// It is converted.
  init(converting: Void) {
    picture = I420Picture(width: MeasuredSession.width, height: MeasuredSession.height)
    video = nil
    file = nil
  }

  /// It is converted and encoded; the frames go into a file if there is a sink.
  init(hasKeyFrames: Bool, sink: FileSink?) throws(MediaError) {
    let (width, height) = (MeasuredSession.width, MeasuredSession.height)
    var cadence = VideoCadence.Configuration()
    if !hasKeyFrames { cadence.keyFrameInterval = MediaTime(milliseconds: .max / 1_000_000) }
    picture = nil
    do throws(VideoEncoderError) {
      video = VideoTrackEncoder(
        encoder: try CanvasVP8Encoder(
          width: width, height: height,
          settings: CanvasVP8Settings(.quantiser(10))),
        width: width, height: height, cadence: cadence)
    } catch {
      throw MediaError(.codecFailed, "the board encoder does not start")
    }
    if let sink {
      file = try RecordingFile(
        to: sink, RecordingConfiguration(video: .init(width: Int(width), height: Int(height))))
    } else {
      file = nil
    }
  }

  mutating func show(_ canvas: Canvas, _ damage: Damage, at time: MediaTime) throws(MediaError) {
    let stride = Int(canvas.width) * 4
    if var converted = picture.take() {
      ColourConverter.convert(
        damage.blocks, of: canvas.pixels.span, stride: stride, into: &converted)
      picture = consume converted
    }
    while let frame = try video?.nextFrame(before: time) { try write(frame) }
    video?.update(from: canvas.pixels.span, stride: stride, damage: damage, at: time)
  }

  mutating func finish(at end: MediaTime) throws(MediaError) {
    while let frame = try video?.nextFrame(ending: end) { try write(frame) }
    if let file = file.take() { _ = try file.finish(duration: end) }
  }

  private mutating func write(_ frame: EncodedFrame) throws(MediaError) {
    try file?.write(frame)
    try file?.advance(to: frame.time)
  }
}
