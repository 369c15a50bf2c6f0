package import Strokes

/// Sound or pictures that a participant sends, or the board as video.
package struct RoomTrack: Equatable, Sendable {
  package enum Kind: UInt8, CaseIterable, Sendable {
    case microphone = 0
    case camera = 1
    case screen = 2
    /// The board rendered as video, for those who have no page; the room's own.
    case board = 3

    /// The right that publishing takes; nil for what only the room publishes.
    var right: RoomRights? {
      switch self {
      case .microphone, .camera: .speak
      case .screen: .share
      case .board: nil
      }
    }

    /// How the session log names it; the board is there anyway.
    var logged: TrackStart.Kind? {
      switch self {
      case .microphone: .audio
      case .camera: .camera
      case .screen: .screen
      case .board: nil
      }
    }
  }

  package var id: UInt32
  /// 0 is the room.
  package var owner: AuthorID
  package var kind: Kind
  package var name: String
  package var isMuted = false

  package init(id: UInt32, owner: AuthorID, kind: Kind, name: String) {
    self.id = id
    self.owner = owner
    self.kind = kind
    self.name = name
  }

  /// The board's video, which every room has.
  package static let board = RoomTrack(id: 0, owner: AuthorID(0), kind: .board, name: "board")
}
