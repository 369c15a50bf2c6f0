package import Strokes

/// What a participant asks of the room.
package enum RoomCommand: Equatable, Sendable {
  /// Something on the board. `captured` is the participant's own clock, see `CaptureClock`.
  case draw(BoardAction, captured: BoardTime)

  case publish(RoomTrack.Kind, name: String)
  /// One's own track, or with the right to moderate anybody's.
  case unpublish(UInt32)
  case subscribe(UInt32)
  case unsubscribe(UInt32)
  /// One's own track either way; with the right to moderate anybody's to silence.
  case mute(UInt32, Bool)

  case say(String, attachments: [ContentHash])
  case react(String)
  /// Messages before a sequence number, the newest ones first looked for.
  case readHistory(before: UInt64)

  case admit(AuthorID)
  case turnAway(AuthorID)
  case remove(AuthorID)
  case setRole(AuthorID, RoomRole)
  case setRights(AuthorID, RoomRights)

  case record(RecordingAct)
  case setChapter(String)

  case leave

  /// Of a later version.
  case unknown(code: UInt8)
}

/// A step of a recording.
package enum RecordingAct: UInt8, CaseIterable, Sendable {
  case start = 0
  case pause = 1
  case resume = 2
  case stop = 3
}
