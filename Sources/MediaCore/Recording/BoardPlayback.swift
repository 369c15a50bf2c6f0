package import Strokes

/// Plays a session into a renderer, one frame instant at a time: the half of a recording that draws.
package struct BoardPlayback<Source: BoardEventSource> {
  /// What became of the canvas at one instant.
  package struct Step {
    /// File time, on the grid of the frame rate.
    package var instant: MediaTime
    package var damage: Damage
    /// Messages that came since the last step, at their own file times.
    package var messages: [WebVTTCue]
  }

  private var source: Source
  private let renderer: BoardRenderer
  private let header: BoardHeader
  private let timeline: FileTimeline
  private let rate: FrameRate
  private let leader: AuthorID?
  /// Makes pixels of a resource; nil for what is no picture.
  private let decode: (Resource) -> Picture?
  private var names: [AuthorID: String] = [:]
  /// The event that comes next, and its file time.
  private var upcoming: (event: BoardEvent, time: MediaTime)?
  private var shown = MediaTime.zero
  private let last: MediaTime

  /// - Parameters:
  ///   - last: session time after which nothing is shown any more.
  ///   - leader: whose moves of the view are followed.
  package init(
    _ source: Source, into renderer: BoardRenderer, header: BoardHeader, timeline: FileTimeline,
    last: MediaTime, rate: FrameRate, leader: AuthorID?, decode: @escaping (Resource) -> Picture?
  ) {
    self.source = source
    self.renderer = renderer
    self.header = header
    self.timeline = timeline
    self.rate = rate
    self.leader = leader
    self.decode = decode
    self.last = last
  }

  /// Draws everything up to the next instant at which something is due; nil at the end.
  ///
  /// Events between two instants are shown together at the later one. An event is shown at the
  /// greatest time of all before it and its own.
  package mutating func next() throws(MediaError) -> Step? {
    if upcoming == nil { try advance() }
    guard let first = upcoming else { return nil }
    let instant = rate.instant(rate.index(atOrAfter: first.time))
    var messages: [WebVTTCue] = []
    var view: Viewport?
    while let (event, time) = upcoming, time <= instant {
      apply(event, at: time, &messages, &view)
      try advance()
    }
    if let view { renderer.show(view) }
    return Step(instant: instant, damage: renderer.render(), messages: messages)
  }

  private mutating func advance() throws(MediaError) {
    upcoming = nil
    guard let event = try source.next() else { return }
    shown = max(shown, try BoardSurvey.time(of: event))
    guard shown <= last else { return }
    upcoming = (event, timeline.fileTime(of: shown))
  }

  private mutating func apply(
    _ event: BoardEvent, at time: MediaTime, _ messages: inout [WebVTTCue], _ view: inout Viewport?
  ) {
    renderer.apply(event)
    switch event.action {
    case .resource(let hash, let resource):
      if let picture = decode(resource) { renderer.provide(picture, for: hash) }
    case .viewMoved(let viewport) where event.author == leader:
      view =
        BoardView.followed(
          viewport, header: header, width: renderer.canvas.width, height: renderer.canvas.height)
        ?? view
    case .joined(let name): names[event.author] = name
    case .chat(let text):
      messages.append(
        WebVTTCue(
          start: time, end: time + WebVTTCue.readingTime(of: text), author: names[event.author],
          text: text))
    default: break
    }
  }
}
