import CallSession
import MediaCore
import MediaIO
import Strokes

extension StreamedSource {
  /// Raw frames, as they come.
  init(
    frames raw: RawFrameOptions, _ options: StreamOptions
  ) throws(MediaError) {
    let playback = options.playback
    let choice = NarrationChoice(
      audio: playback.audio, speed: 1, output: nil, quiet: options.quiet)
    let narration = try choice.open(
      playback.audio.map { Narration(file: FileName($0), start: .zero) })
    let (size, rate) = (playback.size, playback.frameRate)
    let feed = try FrameThread { () throws(MediaError) in
      let source =
        raw.path == "-" ? FileSource(standardInputUpTo: .max) : try FileSource(FileName(raw.path))
      return try RawFrameStream(source, format: raw.format.engineFormat, size: size, rate: rate)
    }
    let sound = narration.map {
      Self.sound($0, along: FileTimeline(end: BoardSurvey.longest), speed: 1)
    }
    self.init(
      try LiveFrames(feed, sound: sound), of: feed.shape,
      title: raw.path == "-" ? "Frames" : FileName(raw.path).lastPart, playback)
  }

  /// - Parameters:
  ///   - title: for receivers.
  ///   - isFilm: whether the picture moves as a whole, as libvpx is made for.
  init(
    _ live: LiveFrames, of shape: FrameShape, title: String, _ playback: PlaybackOptions,
    isFilm: Bool = false
  ) {
    var video = RecordingConfiguration.Video(width: Int(shape.width), height: Int(shape.height))
    video.rate = shape.rate
    video.quality = playback.quality
    if isFilm, playback.quality == .standard {
      video.quality = .bitrate(LiveBoardVideo.filmBitrate(of: shape))
    }
    video.encoder = playback.encoder ?? (isFilm ? .libvpx : .canvas)
    self.video = video
    self.live = live
    self.title = title
    ground = .white
    self.isFilm = isFilm
  }
}
