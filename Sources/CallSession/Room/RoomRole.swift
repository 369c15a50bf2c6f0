/// Who somebody is in a room. A higher role may change the rights of a lower one.
package enum RoomRole: UInt8, CaseIterable, Comparable, Sendable {
  case viewer = 0
  case participant = 1
  case presenter = 2
  case moderator = 3
  case host = 4

  /// What the role begins with; moderators grant and take single rights.
  package var rights: RoomRights {
    switch self {
    case .viewer: [.chat]
    case .participant: [.chat, .speak, .draw]
    case .presenter: [.chat, .speak, .draw, .share]
    case .moderator: [.chat, .speak, .draw, .share, .admit, .moderate]
    case .host: .all
    }
  }

  package static func < (left: RoomRole, right: RoomRole) -> Bool {
    left.rawValue < right.rawValue
  }
}
