import MediaCore
import MediaIO
import Strokes

/// A session or a drawing that has been read once, so that it is known what is shown and heard of it.
struct SurveyedDocument {
  /// At its beginning.
  let document: BoardDocument
  let survey: BoardSurvey
  let view: BoardView
  let narration: Narration?
  /// What of the session is heard; the sound may go on when the last stroke is drawn.
  let heard: FileTimeline

  /// Says what is wrong in it on the way.
  ///
  /// - Parameters:
  ///   - narration: which one is wanted.
  ///   - command: whose options they are.
  init(
    _ input: FileName, _ options: PlaybackOptions, narration choice: NarrationChoice,
    for command: String, _ console: Console
  ) throws(MediaError) {
    var document = try InputFile.open(input, pace: options.pace)
    let showsCanvas = document.header.canvasWidth != nil && options.view != .fit
    var survey = BoardSurvey(measuresContent: !showsCanvas)
    var summary = BoardSummary()
    while let event = try document.next() {
      try survey.include(event)
      summary.include(event)
    }
    if !choice.quiet { console.warn(document.warnings) }
    try document.rewind()
    narration = try choice.find(of: summary, beside: input, console)
    view = try options.view.resolved(among: summary, for: command)
    let drawn = survey.timeline(from: options.from, to: options.to, speed: options.speed)
    let soundEnd = min(narration?.end ?? .zero, options.to ?? BoardSurvey.longest)
    heard = survey.endsPaused ? drawn : drawn.reaching(soundEnd)
    self.document = document
    self.survey = survey
  }

  /// How its picture is encoded.
  func video(_ options: PlaybackOptions) -> RecordingConfiguration.Video {
    let size = options.pictureSize
    var video = RecordingConfiguration.Video(width: Int(size.width), height: Int(size.height))
    video.rate = options.frameRate ?? .fps30
    video.quality = options.quality
    video.encoder = options.encoder ?? survey.encoder(for: video.quality, view, at: video.rate)
    return video
  }
}
