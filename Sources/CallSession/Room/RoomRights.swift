/// What a participant may do in a room.
package struct RoomRights: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Change the board, point at it, lead the view.
  package static let draw = RoomRights(rawValue: 1)
  /// Send a microphone or a camera.
  package static let speak = RoomRights(rawValue: 2)
  /// Share a screen.
  package static let share = RoomRights(rawValue: 4)
  /// Write messages and react.
  package static let chat = RoomRights(rawValue: 8)
  /// Start, pause, resume and stop a recording; set chapters.
  package static let record = RoomRights(rawValue: 16)
  /// Let people in from the waiting room, or turn them away.
  package static let admit = RoomRights(rawValue: 32)
  /// Mute and remove others, change their rights, take back their acts, stop their tracks.
  package static let moderate = RoomRights(rawValue: 64)

  package static let all = RoomRights(rawValue: 127)

  /// The end of "You may not …".
  var words: String {
    switch self {
    case .draw: "draw"
    case .speak: "send a microphone or camera"
    case .share: "share a screen"
    case .chat: "write"
    case .record: "record"
    case .admit: "let people in"
    default: "moderate"
    }
  }
}
