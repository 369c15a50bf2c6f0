import Strokes

/// The shortest log that leads to the same board as the whole one, undone items included: so that
/// what comes after it, an undo of the oldest stroke too, does the same to both.
///
/// What does not draw is left out, and a stroke's points come at once. Only a clear and a copy see
/// how far a stroke has been drawn, so points are put together between those. Undoing and redoing
/// stay: they take a few bytes, and a copy made in between saw the difference.
struct BoardSnapshot {
  private var events: [BoardEvent] = []
  /// Where the points of an open stroke can be added to.
  private var runs: [BoardID: Int] = [:]
  /// The rulers on the board, at most one an author.
  private var rulers: [BoardEvent] = []
  /// Where the board was last looked at.
  private var view: BoardEvent?
  /// Bytes, about.
  private(set) var weight = 0

  /// - Parameter endsStrokes: whether strokes of somebody who left were open.
  mutating func append(_ event: BoardEvent, endsStrokes: Bool = false) {
    switch event.action {
    case .strokePoints(let id, let points):
      extend(id, points, event)
    case .strokeEnded(let id):
      runs[id] = nil
      keep(event)
    case .cleared, .duplicated:
      runs.removeAll(keepingCapacity: true)
      keep(event)
    case .strokeBegan, .outlinePlaced, .picturePlaced, .erased, .transformed, .restyled, .deleted,
      .background, .undone, .redone, .resource:
      keep(event)
    case .left:
      rulers.removeAll { $0.author == event.author }
      guard endsStrokes else { return }
      runs.removeAll(keepingCapacity: true)
      keep(event)
    case .ruler(let ruler):
      rulers.removeAll { $0.author == event.author }
      if ruler != nil { rulers.append(event) }
    case .viewMoved:
      view = event
    case .pointer, .chat, .attached, .reaction, .chapter, .joined, .trackStarted, .trackStopped,
      .audioFile, .recordingStarted, .recordingPaused, .recordingResumed, .recordingStopped,
      .recordingAnnounced, .unknown:
      break
    }
  }

  /// In the order of their numbers.
  var log: [BoardEvent] {
    var extras = rulers
    if let view {
      extras.insert(view, at: extras.firstIndex { $0.sequence > view.sequence } ?? extras.count)
    }
    guard !extras.isEmpty else { return events }
    var log: [BoardEvent] = []
    log.reserveCapacity(events.count + extras.count)
    var next = 0
    for event in events {
      while next < extras.count, extras[next].sequence < event.sequence {
        log.append(extras[next])
        next += 1
      }
      log.append(event)
    }
    log += extras[next...]
    return log
  }

  private mutating func extend(_ id: BoardID, _ points: [StrokePoint], _ event: BoardEvent) {
    weight += points.count * 8
    if let place = runs[id], case .strokePoints(_, var known) = events[place].action,
      known.count + points.count <= BoardLimits.pointsPerEvent
    {
      // Holding the array twice would copy it for every few points.
      events[place].action = .left
      known += points
      events[place].action = .strokePoints(id, known)
      return
    }
    runs[id] = events.count
    events.append(event)
  }

  private mutating func keep(_ event: BoardEvent) {
    events.append(event)
    weight += event.action.weight
  }
}
