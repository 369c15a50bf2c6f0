package import Strokes

/// A session or a drawing that is played as it was drawn, once or over and over.
///
/// Its canvas is one step ahead of the picture: so it is known when that changes next. A class: it owns
/// what it plays.
package final class LiveDocument: LiveSource {
  package struct Options: Sendable {
    /// Of the picture, in pixels.
    package var width: Int32
    package var height: Int32
    /// Changes are shown on this grid.
    package var rate = FrameRate.fps30
    package var view = BoardView.recorded
    /// Session times between which is played.
    package var from: MediaTime?
    package var to: MediaTime?
    package var speed = 1.0
    /// File time that must be reached, however short the session is: the end of its narration.
    package var shortest = MediaTime.zero
    package var isLooped = false

    package init(width: Int32, height: Int32) {
      self.width = width
      self.height = height
    }
  }

  /// Opened at its beginning, in file time.
  package struct Sound {
    package var channels: Int
    package var open: () throws(MediaError) -> any SoundPieces

    package init(channels: Int, open: @escaping () throws(MediaError) -> any SoundPieces) {
      self.channels = channels
      self.open = open
    }
  }

  package let channels: Int
  private let document: BoardDocument
  private let survey: BoardSurvey
  private let options: Options
  private let timeline: FileTimeline
  /// From its beginning to its end, in file time, on the grid.
  private let period: MediaTime
  private let decode: (Resource) -> Picture?
  private var narration: LiveNarration?

  /// Of what is played over and over.
  private static let shortestRound = MediaTime(milliseconds: 1_000)

  /// When it began, in stream time.
  private var start = MediaTime.zero
  private var renderer: BoardRenderer
  private var playback: BoardPlayback<BoardDocument>?
  /// What the canvas shows and the picture does not yet.
  private var upcoming: BoardPlayback<BoardDocument>.Step?

  /// - Parameters:
  ///   - document: it is rewound.
  ///   - survey: of all its events.
  ///   - decode: makes pixels of a resource; nil for what is no picture.
  package init(
    _ document: BoardDocument, survey: BoardSurvey, options: Options, sound: Sound?,
    decode: @escaping (Resource) -> Picture?
  ) throws(MediaError) {
    guard (0.01...1_000).contains(options.speed) else {
      throw MediaError(.usage, "a speed of \(options.speed) is not possible: 0.01 to 1000 are")
    }
    if let from = options.from, from > survey.end {
      throw MediaError(
        .usage, "the session ends at \(survey.end.seconds) s, before the start at \(from.seconds) s"
      )
    }
    var survey = survey
    survey.close()
    self.document = document
    self.survey = survey
    self.options = options
    self.decode = decode
    timeline = survey.timeline(from: options.from, to: options.to, speed: options.speed)
    let rate = options.rate
    // Of a session that is paused throughout nothing is played: begun again at once, it would never end.
    let shortest =
      options.isLooped ? max(options.shortest, Self.shortestRound) : options.shortest
    let period = rate.instant(rate.index(atOrAfter: max(timeline.duration, shortest)))
    self.period = period
    channels = sound?.channels ?? 0
    narration = sound.map { LiveNarration(period: options.isLooped ? period : nil, $0.open) }
    renderer = Self.renderer(document.header, survey, options)
    try begin()
  }

  package var size: (width: Int32, height: Int32) { (options.width, options.height) }
  package var end: MediaTime? { options.isLooped ? nil : period }
  package var deadline: MediaTime? {
    if let upcoming { return start + upcoming.instant }
    return options.isLooped ? start + period : nil
  }

  package func draw(
    at now: MediaTime, into picture: inout I420Picture
  ) throws(MediaError) -> LiveChange? {
    var change: LiveChange?
    while true {
      while let step = upcoming, start + step.instant <= now {
        take(step, into: &picture, &change)
        upcoming = try playback?.next()
      }
      guard options.isLooped, upcoming == nil, start + period <= now else { return change }
      start = start + period
      renderer = Self.renderer(document.header, survey, options)
      try begin()
    }
  }

  package func nextSound(before time: MediaTime) throws(MediaError) -> PCMChunk? {
    try narration?.next(before: time)
  }

  /// What comes first is the board before anything happens.
  private func begin() throws(MediaError) {
    var document = document
    try document.rewind()
    playback = BoardPlayback(
      document, into: renderer, header: document.header, timeline: timeline,
      last: min(options.to ?? survey.end, survey.end), rate: options.rate,
      leader: options.view.leader(in: survey), decode: decode)
    var blank = renderer.render()
    blank.blocks.insertAll()
    upcoming = BoardPlayback.Step(instant: .zero, damage: blank, messages: [])
  }

  private func take(
    _ step: BoardPlayback<BoardDocument>.Step, into picture: inout I420Picture,
    _ change: inout LiveChange?
  ) {
    let blocks = step.damage.blocks
    guard !blocks.isEmpty else { return }
    let pixels = renderer.canvas.pixels
    ColourConverter.convert(
      blocks, of: pixels.span, stride: Int(picture.width) * 4, into: &picture)
    if change == nil {
      change = LiveChange(blocks: blocks, time: start + step.instant)
    } else {
      change?.add(blocks, at: start + step.instant)
    }
  }

  private static func renderer(
    _ header: BoardHeader, _ survey: BoardSurvey, _ options: Options
  ) -> BoardRenderer {
    BoardRenderer(
      header: header, width: options.width, height: options.height,
      viewport: options.view.start(
        header: header, bounds: survey.bounds, width: options.width, height: options.height),
      backdrop: .white)
  }
}
