/// The binary form of what a room and its participants say to each other.
///
/// A message is one WebSocket message, or one of a data channel. Its fields are those of the board's
/// binary form (Documentation/board-format.md), whose frames carry the events in it. The first byte
/// says what it is; fields behind those known here belong to a later version and are passed over,
/// and a code that is not known is one of a later version. Documentation/rooms.md has the layout.
package enum RoomCodec {
  /// The first byte of a command. Numbers are never given twice.
  enum CommandCode: UInt8, CaseIterable {
    case draw = 1
    case publish = 2
    case unpublish = 3
    case subscribe = 4
    case unsubscribe = 5
    case mute = 6
    case say = 7
    case react = 8
    case readHistory = 9
    case admit = 10
    case turnAway = 11
    case remove = 12
    case setRole = 13
    case setRights = 14
    case record = 15
    case setChapter = 16
    case leave = 17
  }

  /// The first byte of what the room says.
  enum EventCode: UInt8, CaseIterable {
    case recording = 1
    case waiting = 2
    case welcome = 3
    case snapshot = 4
    case logged = 5
    case accepted = 6
    case refused = 7
    case answered = 8
    case history = 9
    case waits = 10
    case waitsNoMore = 11
    case connection = 12
    case role = 13
    case muted = 14
    case goodbye = 15
  }
}
