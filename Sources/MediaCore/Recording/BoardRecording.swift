package import Strokes

/// Records a session of board events as a WebM file.
///
/// The half that draws (`BoardPlayback`) and the half that encodes meet in one place, where the
/// canvas is handed over at an instant: they can be moved to two threads there.
package struct BoardRecording {
  package struct Options: Sendable {
    package var video: RecordingConfiguration.Video
    package var audio: RecordingConfiguration.Audio?
    package var title: String?
    package var view = BoardView.recorded
    /// What shows through a transparent board.
    package var backdrop = Colour.white
    /// Session times between which is recorded.
    package var from: MediaTime?
    package var to: MediaTime?
    package var speed = 1.0
    /// File time that must be reached, however short the session is: the end of its narration.
    package var shortest = MediaTime.zero

    package init(video: RecordingConfiguration.Video) {
      self.video = video
    }
  }

  private let header: BoardHeader
  private let survey: BoardSurvey
  private let options: Options
  package let timeline: FileTimeline

  package init(
    header: BoardHeader, survey: consuming BoardSurvey, options: Options
  ) throws(MediaError) {
    guard (0.01...1_000).contains(options.speed) else {
      throw MediaError(.usage, "a speed of \(options.speed) is not possible: 0.01 to 1000 are")
    }
    if let from = options.from, from > survey.end {
      throw MediaError(
        .usage, "the session ends at \(survey.end.seconds) s, before the start at \(from.seconds) s"
      )
    }
    self.header = header
    var survey = survey
    survey.close()
    self.survey = survey
    self.options = options
    timeline = survey.timeline(from: options.from, to: options.to, speed: options.speed)
  }

  /// Length of the file.
  package var duration: MediaTime { max(timeline.duration, options.shortest) }

  /// Chapters in file time. Those outside the recorded range are left out.
  package var chapters: [WebMChapter] {
    var chapters: [WebMChapter] = []
    let (first, last) = (options.from ?? .zero, options.to ?? survey.end)
    for chapter in survey.chapters where chapter.time >= first && chapter.time <= last {
      chapters.append(
        WebMChapter(start: timeline.fileTime(of: chapter.time), title: chapter.title))
    }
    return chapters
  }

  /// Plays all of `source` and records it. The sink is closed at the end.
  ///
  /// After an error what was recorded until then is completed; then the error is thrown.
  ///
  /// - Parameters:
  ///   - source: at its first event.
  ///   - sound: counts in file time, see `CutNarration`; taken only if the options ask for it.
  ///   - decode: makes pixels of a resource; nil for what is no picture.
  ///   - onCue: is given every chat message at its file time, for a file beside the video.
  ///   - onProgress: is told how far the file is; its answer false ends the recording there.
  package func record(
    _ source: some BoardEventSource, sound: consuming some SoundPackets & ~Copyable,
    to sink: any ByteSink, decode: @escaping (Resource) -> Picture?,
    onCue: (WebVTTCue) throws(MediaError) -> Void = { _ throws(MediaError) in },
    onProgress: (MediaTime) -> Bool = { _ in true }
  ) throws(MediaError) -> RecordingSummary {
    var video = try VideoTrackEncoder(options.video)
    let renderer = BoardRenderer(
      header: header, width: video.width, height: video.height,
      viewport: options.view.start(
        header: header, bounds: survey.bounds, width: video.width, height: video.height),
      backdrop: options.backdrop)
    var playback = BoardPlayback(
      source, into: renderer, header: header, timeline: timeline,
      last: min(options.to ?? survey.end, survey.end), rate: options.video.rate,
      leader: options.view.leader(in: survey), decode: decode)
    var file = try RecordingFile(to: sink, configuration, chapters: chapters)
    var sound = sound
    var end = duration
    // Where the file ends if something fails.
    var reached = MediaTime.zero
    var failure: MediaError?
    do throws(MediaError) {
      let final = video.finalInstant(end: end)
      var isWanted = true
      // The board as it is before anything happens.
      let blank = renderer.render()
      video.update(
        from: renderer.canvas.pixels.span, stride: Int(video.width) * 4, damage: blank, at: .zero)
      while isWanted, let step = try playback.next() {
        while isWanted, let frame = try video.nextFrame(before: min(step.instant, final)) {
          try Self.write(frame, &sound, &file)
          reached = min(end, frame.time + options.video.rate.instant(1))
          isWanted = onProgress(frame.time)
          if !isWanted { end = reached }
        }
        video.update(
          from: renderer.canvas.pixels.span, stride: Int(video.width) * 4, damage: step.damage,
          at: step.instant)
        for message in step.messages where isWanted {
          let cue = message.ending(by: end)
          try file.write(cue)
          try onCue(cue)
        }
      }
      while let frame = try video.nextFrame(ending: end) {
        try Self.write(frame, &sound, &file)
        reached = min(end, frame.time + options.video.rate.instant(1))
        if isWanted, !onProgress(frame.time) {
          isWanted = false
          end = reached
        }
      }
      try file.take(&sound, endingAt: end)
    } catch {
      failure = error
      end = reached
    }
    return try file.finish(duration: end, after: failure)
  }

  private var configuration: RecordingConfiguration {
    var configuration = RecordingConfiguration(video: options.video, audio: options.audio)
    configuration.hasCues = survey.hasChat
    configuration.title = options.title ?? header.title
    configuration.expectedDuration = duration
    return configuration
  }

  private static func write(
    _ frame: EncodedFrame, _ sound: inout some SoundPackets & ~Copyable,
    _ file: inout RecordingFile
  ) throws(MediaError) {
    try file.take(&sound, before: frame.time)
    try file.write(frame)
    try file.advance(to: frame.time)
  }
}
