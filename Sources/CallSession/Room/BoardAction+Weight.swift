import Strokes

extension BoardAction {
  /// About how many bytes it takes to keep or to send: for limits, not for files.
  var weight: Int {
    switch self {
    case .strokePoints(_, let points):
      return 16 + points.count * 8
    case .outlinePlaced(_, let placement):
      return 64 + placement.outline.segments.count * 12 + (placement.text?.utf8.count ?? 0)
    case .picturePlaced(_, let placement):
      return 128 + (placement.text?.utf8.count ?? 0)
    case .erased(_, let erasure):
      guard case .bitmap(let path, _) = erasure.shape else { return 16 + erasure.hits.count * 12 }
      return 16 + erasure.hits.count * 12 + path.count * 4
    case .transformed(_, let items, _), .deleted(_, let items), .restyled(_, let items, _):
      return 64 + items.count * 6
    case .duplicated(_, let copies, _):
      return 64 + copies.count * 12
    case .recordingAnnounced(let authors):
      return 16 + authors.count * 5
    case .resource(_, let resource):
      return 64 + resource.bytes.count
    case .chat(let text), .reaction(let text), .chapter(let text), .joined(let text):
      return 16 + text.utf8.count
    case .unknown(_, let payload):
      return 64 + payload.count
    case .strokeBegan, .strokeEnded, .cleared, .background, .undone, .redone, .viewMoved,
      .pointer, .ruler, .attached, .left, .trackStarted, .trackStopped, .audioFile,
      .recordingStarted, .recordingPaused, .recordingResumed, .recordingStopped:
      return 48
    }
  }
}
