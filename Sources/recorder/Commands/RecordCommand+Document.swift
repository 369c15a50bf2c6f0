import MediaCore
import MediaIO
import Strokes

extension RecordCommand {
  /// A session or a drawing.
  func recordDocument(_ input: FileName, _ console: Console) throws(MediaError) -> ExitCode {
    try OutputFile.refuse(output, equalTo: input)
    let playback = options.playback
    let source = try SurveyedDocument(
      input, playback, narration: narrationChoice, for: "record", console)
    let (document, survey) = (source.document, source.survey)
    var video = source.video(playback)
    video.isConstantRate = options.constantRate
    var settings = BoardRecording.Options(video: video)
    settings.view = source.view
    settings.from = playback.from
    settings.to = playback.to
    settings.speed = playback.speed
    if let narration = source.narration {
      settings.audio = RecordingConfiguration.Audio(channels: narration.channels)
      settings.shortest = source.heard.duration
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
    if let narration = source.narration {
      result = try job.run(try sound(narration, along: source.heard))
    } else {
      result = try job.run(NoSound())
    }
    if job.lostPictures > 0, !options.quiet {
      console.note("warning: \(job.lostPictures) pictures cannot be decoded; left out")
    }
    return report(result, size: (video.width, video.height), console)
  }

  /// The chat as a file beside the video, when there is any.
  private func captions(
    _ survey: BoardSurvey, title: String?
  ) throws(MediaError) -> CaptionFile? {
    guard survey.hasChat else { return nil }
    return try CaptionFile(beside: output, title: title, replacing: options.replacesOutput)
  }
}
