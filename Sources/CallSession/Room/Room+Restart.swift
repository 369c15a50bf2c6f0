package import MediaCore
package import Strokes

/// Going on with a session log: after a restart of the server, or with yesterday's board.
extension Room {
  /// A room with the board, the messages and the numbers of a log, in which nobody is yet. Whoever was
  /// in it when the log ends has lost their connection for good: that they left, that their tracks
  /// stopped and that a recording ended is logged now.
  ///
  /// - Parameter now: session time, which goes on from the header's wall-clock origin.
  /// - Throws: the limit that an event of the log breaks.
  package init(
    header: BoardHeader, log events: [BoardEvent], hasWaitingRoom: Bool = false,
    limits: RoomLimits = RoomLimits(), at now: MediaTime, into outputs: inout RoomOutputs
  ) throws(BoardSchemaError) {
    try self.init(header: header, hasWaitingRoom: hasWaitingRoom, limits: limits)
    var present: [AuthorID] = []
    var running: [(track: UInt32, owner: AuthorID)] = []
    var isRecording = false
    for event in events {
      try event.check()
      take(event)
      switch event.action {
      case .joined: present.append(event.author)
      case .left: present.removeAll { $0 == event.author }
      case .trackStarted(let start):
        lastTrack = max(lastTrack, start.track)
        running.append((start.track, event.author))
      case .trackStopped(let track): running.removeAll { $0.track == track }
      case .recordingStarted: isRecording = true
      case .recordingStopped: isRecording = false
      default: break
      }
    }
    // Numbers that a file may hold, and after which a room cannot count on.
    guard sequence <= BoardLimits.largestSequence / 2 else { throw .sequence }
    advance(to: max(now, MediaTime(time)))
    if isRecording { log(.recordingStopped, by: AuthorID(0), &outputs) }
    for track in running { log(.trackStopped(track: track.track), by: track.owner, &outputs) }
    for author in present { log(.left, by: author, &outputs) }
    for stroke in board.openStrokes { log(.strokeEnded(stroke), by: stroke.author, &outputs) }
  }

  /// An event of the log as it was written. Numbers never go back, whatever a file says.
  private mutating func take(_ event: BoardEvent) {
    note(max(event.sequence, sequence + 1), event.time)
    lastParticipant = max(lastParticipant, event.author)
    board.append(event)
    history.append(event)
  }
}
