package import Strokes

/// What has to be known of a session before it is recorded, from one pass over its events.
package struct BoardSurvey: Sendable {
  /// Session times beyond this are broken numbers.
  package static let longest = MediaTime(milliseconds: 30 * 86_400_000)

  private static let shortest = MediaTime(milliseconds: 1_000)

  package struct Chapter: Equatable, Sendable {
    package var time: MediaTime
    package var title: String
  }

  /// Time of the last event: how long the session is.
  package private(set) var end = MediaTime.zero
  package private(set) var pauses: [Range<MediaTime>] = []
  package private(set) var chapters: [Chapter] = []
  package private(set) var hasChat = false
  /// Who moves the view first: whom the recorded view follows.
  package private(set) var viewLeader: AuthorID?
  /// How often each moves it.
  private var viewMoves: [AuthorID: Int64] = [:]
  /// Nil where the box is not asked for: it remembers every stroke.
  private var content: ContentBounds?
  private var box: BoardBounds?
  private var pausedSince: MediaTime?

  /// - Parameter measuresContent: find the box around what is drawn. A board with edges whose canvas
  ///   is shown does without, in less time and memory.
  package init(measuresContent: Bool = true) {
    if measuresContent { content = ContentBounds() }
  }

  /// Reads all events of a source.
  package init(of source: inout some BoardEventSource) throws(MediaError) {
    self.init()
    while let event = try source.next() { try include(event) }
  }

  /// The box around everything that is ever shown; nil for an empty board, or when not measured.
  package var bounds: BoardBounds? { content?.bounds ?? box }

  /// All events have been included: what is needed no longer is let go.
  mutating func close() {
    box = bounds
    content = nil
  }

  package mutating func include(_ event: BoardEvent) throws(MediaError) {
    end = max(end, try Self.time(of: event))
    content?.include(event)
    switch event.action {
    case .recordingPaused:
      if pausedSince == nil { pausedSince = end }
    case .recordingResumed:
      if let since = pausedSince, since < end { pauses.append(since..<end) }
      pausedSince = nil
    case .chapter(let title): chapters.append(Chapter(time: end, title: title))
    case .chat: hasChat = true
    case .viewMoved:
      viewLeader = viewLeader ?? event.author
      viewMoves[event.author, default: 0] += 1
    default: break
    }
  }

  /// What makes the video best when nobody says: our encoder, but libvpx where a bit rate has to be
  /// kept to while the view moves in more than a tenth of the frames. What moves as a whole ours could
  /// only show coarsely and rarely; libvpx predicts it from motion.
  package func encoder(
    for quality: RecordingQuality, _ view: BoardView, at rate: FrameRate
  ) -> RecordingConfiguration.VideoEncoderChoice {
    guard case .bitrate = quality, let leader = view.leader(in: self),
      let moves = viewMoves[leader], moves * 10 > rate.index(atOrAfter: end) + 1
    else { return .canvas }
    return .libvpx
  }

  /// Whether the session ends in a pause: what is heard after it is not recorded.
  package var endsPaused: Bool { pausedSince != nil }

  /// Where the session is in the file; see `FileTimeline.init`. With a `to` beyond the end the file
  /// goes on until then, and an empty session lasts a second.
  package func timeline(
    from: MediaTime? = nil, to: MediaTime? = nil, speed: Double = 1
  ) -> FileTimeline {
    var pauses = pauses
    if let since = pausedSince, since < end { pauses.append(since..<end) }
    var timeline = FileTimeline(end: end, pauses: pauses, from: from, to: to, speed: speed)
    // Asked for more than there is: the last picture stays.
    if let to { timeline = timeline.reaching(to) }
    // A session in which nothing takes time is shown for a while: no player likes an empty file.
    if timeline.duration == .zero { timeline = timeline.reaching(Self.shortest) }
    return timeline
  }

  /// The event's own time, between zero and 30 days.
  static func time(of event: BoardEvent) throws(MediaError) -> MediaTime {
    // A board's step is 0.1 ms.
    guard event.time.ticks <= Self.longest.nanoseconds / 100_000 else {
      throw MediaError(
        .inputDamaged, "event \(event.sequence) is more than 30 days into the session")
    }
    return max(event.time.ticks < 0 ? .zero : MediaTime(event.time), .zero)
  }
}
