import MediaCore
import MediaIO
import Strokes

/// What `stream` plays: a live source, and how it is best encoded.
struct StreamedSource {
  let live: any LiveSource
  let title: String
  let video: RecordingConfiguration.Video
  /// Of the board without ink.
  let ground: Colour

  /// A session or a drawing, with its narration.
  init(document options: StreamOptions, _ console: Console) throws(MediaError) {
    let input = FileName(options.input)
    var document = try InputFile.open(input, pace: options.pace)
    let showsCanvas = document.header.canvasWidth != nil && options.view != .fit
    var survey = BoardSurvey(measuresContent: !showsCanvas)
    var summary = BoardSummary()
    while let event = try document.next() {
      try survey.include(event)
      summary.include(event)
    }
    if !options.quiet { console.warn(document.warnings) }

    let choice = NarrationChoice(
      audio: options.audio, speed: options.speed, output: nil, quiet: options.quiet)
    let narration = try choice.find(of: summary, beside: input, console)
    let size = options.size ?? RecordOptions.defaultSize
    var settings = LiveDocument.Options(width: size.width, height: size.height)
    settings.rate = options.frameRate ?? .fps30
    settings.view = try options.view.resolved(among: summary, for: "stream")
    (settings.from, settings.to) = (options.from, options.to)
    settings.speed = options.speed
    settings.isLooped = options.isLooped
    let drawn = survey.timeline(from: options.from, to: options.to, speed: options.speed)
    // The sound may go on when the last stroke is drawn.
    let soundEnd = min(narration?.end ?? .zero, options.to ?? BoardSurvey.longest)
    let heard = survey.endsPaused ? drawn : drawn.reaching(soundEnd)
    let sound = narration.map { Self.sound($0, along: heard, speed: options.speed) }
    if sound != nil { settings.shortest = heard.duration }

    video = Self.video(options, settings, survey)
    ground = Self.ground(document.header)
    // A path would tell strangers of this machine.
    title = document.header.title ?? input.lastPart
    var lostPictures = 0
    live = try LiveDocument(document, survey: survey, options: settings, sound: sound) { resource in
      let picture = PictureDecoder.picture(of: resource)
      if picture == nil {
        lostPictures += 1
        if lostPictures == 1, !options.quiet {
          console.note("warning: a picture cannot be decoded; it is left out")
        }
      }
      return picture
    }
  }

  /// A session that is still being written.
  init(followed options: StreamOptions) throws(MediaError) {
    let input = FileName(options.input)
    let size = options.size ?? RecordOptions.defaultSize
    let board = try FollowedBoard(
      FileSource(input), name: input.description, size: size,
      decode: { PictureDecoder.picture(of: $0) })
    var video = RecordingConfiguration.Video(width: Int(size.width), height: Int(size.height))
    video.rate = options.frameRate ?? .fps30
    video.quality = options.videoQuality
    video.encoder = options.encoder ?? .canvas
    self.video = video
    title = board.header.title ?? input.lastPart
    ground = Self.ground(board.header)
    live = board
  }

  private static func ground(_ header: BoardHeader) -> Colour {
    if case .colour(let colour) = header.background { colour } else { .white }
  }

  private static func video(
    _ options: StreamOptions, _ settings: LiveDocument.Options, _ survey: BoardSurvey
  ) -> RecordingConfiguration.Video {
    var video = RecordingConfiguration.Video(
      width: Int(settings.width), height: Int(settings.height))
    video.rate = settings.rate
    video.quality = options.videoQuality
    video.encoder =
      options.encoder ?? survey.encoder(for: video.quality, settings.view, at: settings.rate)
    return video
  }

  private static func sound(
    _ narration: Narration, along timeline: FileTimeline, speed: Double
  ) -> LiveDocument.Sound {
    let channels = narration.channels
    return LiveDocument.Sound(channels: channels) { () throws(MediaError) in
      let cut = try narration.cut(to: timeline)
      guard speed != 1 else { return NarrationPieces(cut) }
      return NarrationPieces(
        try StretchedNarration(cut, factor: speed, channels: Int32(channels)))
    }
  }
}
