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
  /// Whether the picture moves as a whole.
  let isFilm: Bool

  init(_ options: StreamOptions, _ console: Console) throws(MediaError) {
    switch options.source {
    case .frames(let raw): self = try StreamedSource(frames: raw, options)
    case .screen(let screen): self = try StreamedSource(screen: screen, options)
    case .file(let path):
      let name = FileName(path)
      if let description = options.description { try OutputFile.refuse(description, equalTo: name) }
      if options.follows {
        self = try StreamedSource(followed: name, options)
      } else if let film = try Film(opening: name) {
        self = try StreamedSource(film: film, options)
      } else {
        self = try StreamedSource(document: name, options, console)
      }
    }
  }

  /// A session or a drawing, with its narration.
  init(
    document input: FileName, _ options: StreamOptions, _ console: Console
  ) throws(MediaError) {
    let playback = options.playback
    let choice = NarrationChoice(
      audio: playback.audio, speed: playback.speed, output: options.description,
      quiet: options.quiet)
    let source = try SurveyedDocument(
      input, playback, narration: choice, for: "stream", console)
    let header = source.document.header
    video = source.video(playback)
    isFilm = false
    ground = Self.ground(header)
    let size = playback.pictureSize
    var settings = LiveDocument.Options(width: size.width, height: size.height)
    settings.rate = video.rate
    settings.view = source.view
    (settings.from, settings.to) = (playback.from, playback.to)
    settings.speed = playback.speed
    settings.isLooped = options.isLooped
    let sound = source.narration.map {
      Self.sound($0, along: source.heard, speed: playback.speed)
    }
    if sound != nil { settings.shortest = source.heard.duration }
    // A path would tell strangers of this machine.
    title = header.title ?? input.lastPart
    var lostPictures = 0
    live = try LiveDocument(
      source.document, survey: source.survey, options: settings, sound: sound
    ) { resource in
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
  init(followed input: FileName, _ options: StreamOptions) throws(MediaError) {
    let size = options.playback.pictureSize
    var video = RecordingConfiguration.Video(width: Int(size.width), height: Int(size.height))
    video.rate = options.playback.frameRate ?? .fps30
    video.quality = options.playback.quality
    video.encoder = options.playback.encoder ?? .canvas
    self.video = video
    isFilm = false
    let board = try FollowedBoard(
      FileSource(input), name: input.description, size: size, rate: video.rate,
      decode: { PictureDecoder.picture(of: $0) })
    title = board.header.title ?? input.lastPart
    ground = Self.ground(board.header)
    live = board
  }

  private static func ground(_ header: BoardHeader) -> Colour {
    if case .colour(let colour) = header.background { colour } else { .white }
  }

  static func sound(
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
