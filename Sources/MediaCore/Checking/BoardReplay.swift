internal import Strokes

/// Draws a session again, event by event, as the pictures that a recording of it should show.
struct BoardReplay {
  private(set) var document: BoardDocument
  let renderer: BoardRenderer
  private let timeline: FileTimeline
  private let leader: AuthorID?
  private let last: MediaTime
  private let decode: (Resource) -> Picture?
  private var shown = MediaTime.zero
  /// The event that comes next, and its file time.
  private(set) var upcoming: (event: BoardEvent, time: MediaTime)?

  /// - Parameter document: at its first event.
  init(
    _ document: BoardDocument, _ reference: CheckReference, survey: BoardSurvey,
    timeline: FileTimeline, width: Int32, height: Int32
  ) throws(MediaError) {
    self.document = document
    self.timeline = timeline
    let view = reference.view
    leader = view.leader(in: survey)
    last = min(reference.to ?? survey.end, survey.end)
    decode = reference.decode
    renderer = BoardRenderer(
      header: document.header, width: width, height: height,
      viewport: view.start(
        header: document.header, bounds: survey.bounds, width: width, height: height),
      backdrop: .white)
    try advance()
  }

  /// Takes the upcoming event into the board, and reads the next.
  ///
  /// - Returns: whether the view moved, so that nothing stands where it stood.
  mutating func take() throws(MediaError) -> Bool {
    guard let event = upcoming?.event else { return false }
    renderer.apply(event)
    var isMoved = false
    switch event.action {
    case .resource(let hash, let resource):
      if let picture = decode(resource) { renderer.provide(picture, for: hash) }
    case .viewMoved(let viewport) where event.author == leader:
      if let view = BoardView.followed(
        viewport, header: document.header, width: renderer.canvas.width,
        height: renderer.canvas.height)
      {
        renderer.show(view)
        isMoved = true
      }
    default: break
    }
    try advance()
    return isMoved
  }

  private mutating func advance() throws(MediaError) {
    upcoming = nil
    guard let event = try document.next() else { return }
    shown = max(shown, try BoardSurvey.time(of: event))
    guard shown <= last else { return }
    upcoming = (event, timeline.fileTime(of: shown))
  }
}
