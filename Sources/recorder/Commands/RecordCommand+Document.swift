import MediaCore
import MediaIO
import Strokes

extension RecordCommand {
  /// A session or a drawing.
  func recordDocument(_ input: FileName, _ console: Console) throws(MediaError) -> ExitCode {
    try OutputFile.refuse(output, equalTo: input)
    var document = try InputFile.open(input, pace: options.pace)
    let showsCanvas = document.header.canvasWidth != nil && options.view != .fit
    var survey = BoardSurvey(measuresContent: !showsCanvas)
    var summary = BoardSummary()
    while let event = try document.next() {
      try survey.include(event)
      summary.include(event)
    }
    if !options.quiet { console.warn(document.warnings) }
    try document.rewind()

    let narration = try narrationChoice.find(of: summary, beside: input, console)
    let size = options.size ?? RecordOptions.defaultSize
    var video = RecordingConfiguration.Video(width: Int(size.width), height: Int(size.height))
    video.rate = options.frameRate ?? .fps30
    video.quality = quality
    video.isConstantRate = options.constantRate
    let view = try options.view.resolved(among: summary, for: "record")
    video.encoder = options.encoder ?? survey.encoder(for: quality, view, at: video.rate)
    var settings = BoardRecording.Options(video: video)
    settings.view = view
    settings.from = options.from
    settings.to = options.to
    settings.speed = options.speed
    let drawn = survey.timeline(from: options.from, to: options.to, speed: options.speed)
    // The sound may go on when the last stroke is drawn.
    let soundEnd = min(narration?.end ?? .zero, options.to ?? BoardSurvey.longest)
    let heard = survey.endsPaused ? drawn : drawn.reaching(soundEnd)
    if let narration {
      settings.audio = RecordingConfiguration.Audio(channels: narration.channels)
      settings.shortest = heard.duration
    }
    let recording = try BoardRecording(
      header: document.header, survey: survey, options: settings)
    let sink = try OutputFile.create(output, replacing: options.replacesOutput)
    let captions: CaptionFile?
    do throws(MediaError) {
      captions = try self.captions(survey, title: document.header.title)
    } catch {
      sink.discard()
      throw error
    }
    let job = DocumentJob(
      recording: recording, document: document, captions: captions, sink: sink,
      progress: progress(console, total: recording.duration))
    let result: RecordingSummary
    if let narration {
      result = try job.run(try sound(narration, along: heard))
    } else {
      result = try job.run(NoSound())
    }
    if job.lostPictures > 0, !options.quiet {
      console.note("warning: \(job.lostPictures) pictures cannot be decoded; left out")
    }
    return report(result, size: (Int(size.width), Int(size.height)), console)
  }

  /// The chat as a file beside the video, when there is any.
  private func captions(
    _ survey: BoardSurvey, title: String?
  ) throws(MediaError) -> CaptionFile? {
    guard survey.hasChat else { return nil }
    return try CaptionFile(beside: output, title: title, replacing: options.replacesOutput)
  }
}
