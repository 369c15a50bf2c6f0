import MediaCore
import Strokes

/// When somebody's waiting before the door, or being away, ends.
struct RoomTimeout {
  var at: MediaTime
  var participant: AuthorID
}

extension Room {
  mutating func setTimeout(of participant: AuthorID, after time: MediaTime) {
    clearTimeout(of: participant)
    let timeout = RoomTimeout(at: now + time, participant: participant)
    // Behind those that run out at the same time.
    let place = timeouts.firstIndex { $0.at > timeout.at } ?? timeouts.count
    timeouts.insert(timeout, at: place)
  }

  mutating func clearTimeout(of participant: AuthorID) {
    timeouts.removeAll { $0.participant == participant }
  }
}
