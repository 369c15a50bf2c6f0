import MediaCore
import Strokes

/// What changes the picture of a recorded call, kept until all that was captured by then has come.
///
/// Sound, cameras and ink take different times to arrive; in the recording they stand where they were
/// captured.
struct PictureChanges {
  enum Change {
    case board(BoardEvent)
    case camera(participant: UInt32, frame: [UInt8])
    case muted(participant: UInt32)
    case removed(participant: UInt32)
    case speaker(participant: UInt32)
    case screen(participant: UInt32, frame: [UInt8])
    /// Nothing is shared, or it is hidden.
    case hidden(participant: UInt32)
  }

  /// By time; what has one time, in the order in which it came.
  private var waiting: [(time: MediaTime, change: Change)] = []
  /// The log's events take effect in its order, at the latest of their times.
  private var lastEvent = MediaTime.zero

  mutating func insert(_ change: Change, at time: MediaTime) {
    var time = time
    if case .board = change {
      lastEvent = max(lastEvent, time)
      time = lastEvent
    }
    var place = waiting.count
    while place > 0, waiting[place - 1].time > time { place -= 1 }
    waiting.insert((time, change), at: place)
  }

  /// Takes what has happened by `time`, in order.
  mutating func take(until time: MediaTime) -> [Change] {
    var changes: [Change] = []
    for entry in waiting {
      if entry.time > time { break }
      changes.append(entry.change)
    }
    waiting.removeFirst(changes.count)
    return changes
  }
}
