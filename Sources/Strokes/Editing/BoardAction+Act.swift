extension BoardAction {
  /// The act that this makes, which can be undone; nil when it makes none.
  var act: BoardID? {
    switch self {
    case .strokeBegan(let id, _, _, _), .outlinePlaced(let id, _), .picturePlaced(let id, _),
      .erased(let id, _), .cleared(let id), .transformed(let id, _, _), .duplicated(let id, _, _),
      .restyled(let id, _, _), .deleted(let id, _), .background(let id, _):
      id
    case .strokePoints, .strokeEnded, .undone, .redone, .resource, .viewMoved, .pointer, .ruler,
      .chat, .attached, .reaction, .chapter, .joined, .left, .trackStarted, .trackStopped,
      .audioFile, .recordingStarted, .recordingPaused, .recordingResumed, .recordingStopped,
      .recordingAnnounced, .unknown:
      nil
    }
  }
}
