import MediaCore
import MediaIO

extension StreamedSource {
  /// Pictures, sound or both, in the time in which they were made.
  init(film: Film, _ options: StreamOptions) throws(MediaError) {
    let playback = options.playback
    guard playback.speed == 1, playback.pace == 1, playback.view == .recorded else {
      throw MediaError(
        .usage,
        "stream: --speed, --pace, --fit and --follow-view need a document; \(film.name) is a film or "
          + "sound")
    }
    let from = playback.from ?? .zero
    let end = min(playback.to ?? film.duration, film.duration)
    guard from < end else {
      throw MediaError(
        .usage,
        "\(film.name) ends at \(film.duration.seconds) s, before the start at \(from.seconds) s")
    }
    let period = end - from
    guard !options.isLooped || period.seconds >= 1 else {
      throw MediaError(
        .usage,
        "stream: what is played over and over has to last a second at least; \(film.name) "
          + "is to be played for \(Decimal.text(period.seconds, places: 3)) s")
    }
    let feed = try Self.feed(film, from: from, period: period, options)
    let sound = try Self.narration(film, options).map {
      Self.sound($0, along: FileTimeline(end: end, from: from), speed: 1)
    }
    let live = try LiveFrames(feed, sound: sound, period: options.isLooped ? period : nil)
    // A picture that moves as a whole is what libvpx is made for.
    self.init(
      live, of: feed.shape, title: film.name.lastPart, playback, isFilm: film.hasPicture)
  }

  private static func feed(
    _ film: Film, from: MediaTime, period: MediaTime, _ options: StreamOptions
  ) throws(MediaError) -> FrameThread {
    let isLooped = options.isLooped
    guard film.hasPicture else {
      let (width, height) = options.playback.size ?? (640, 360)
      return try FrameThread {
        BlankFrames(width: width, height: height, end: isLooped ? nil : period)
      }
    }
    let bounds = options.playback.size ?? options.way.largestFilm
    var settings = FilmFrames.Options(width: bounds.width, height: bounds.height, period: period)
    settings.rate = options.playback.frameRate ?? .fps30
    settings.from = from
    settings.isLooped = isLooped
    let name = film.name
    return try FrameThread { [settings] () throws(MediaError) in
      try FilmFrames(FileSource(name), settings)
    }
  }

  private static func narration(
    _ film: Film, _ options: StreamOptions
  ) throws(MediaError) -> Narration? {
    let choice = NarrationChoice(
      audio: options.playback.audio, speed: 1, output: options.description, quiet: options.quiet)
    if let audio = options.playback.audio {
      return try choice.open(Narration(file: FileName(audio), start: .zero))
    }
    guard film.hasSound else { return nil }
    return try choice.open(Narration(file: film.name, start: film.soundStart))
  }
}
