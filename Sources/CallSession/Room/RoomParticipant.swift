import MediaCore
import Strokes

/// Somebody in a room, or before its door.
struct RoomParticipant {
  enum Standing: Equatable {
    /// Before the door.
    case waiting
    case present
    /// Has lost the connection and may come back.
    case away
  }

  let id: AuthorID
  let key: ResumeKey
  let name: String
  var role: RoomRole
  var rights: RoomRights
  var standing: Standing
  /// Of the recording that runs.
  var isTold = false
  /// Rising.
  var subscriptions: [UInt32] = []

  var clock = CaptureClock()
  var numbers = CommandNumbers()
  var pace: RoomPace

  var info: Welcome.ParticipantInfo {
    Welcome.ParticipantInfo(
      id: id, name: name, role: role, rights: rights, isConnected: standing == .present)
  }
}

/// How fast a participant may ask for what.
struct RoomPace {
  private var commands: TokenBucket
  private var bytes: TokenBucket
  private var words: TokenBucket
  private var reactions: TokenBucket
  private var arrangements: TokenBucket
  private let mostBytes: Int

  init(_ limits: RoomLimits, at now: MediaTime) {
    commands = TokenBucket(limits.commands, at: now)
    bytes = TokenBucket(limits.bytes, at: now)
    words = TokenBucket(limits.words, at: now)
    reactions = TokenBucket(limits.reactions, at: now)
    arrangements = TokenBucket(limits.arrangements, at: now)
    mostBytes = limits.commandBytes
  }

  mutating func take(_ message: ClientMessage, at now: MediaTime) throws(RoomError) {
    try check(commands.take(at: now))
    guard message.byteCount <= mostBytes else {
      throw RoomError(.tooLarge, "A command has at most \(mostBytes) bytes; send less at a time.")
    }
    try check(bytes.take(Int64(message.byteCount), at: now))
    switch message.command {
    case .draw, .unknown, .leave: return
    case .say: try check(words.take(at: now))
    case .react: try check(reactions.take(at: now))
    case .publish, .unpublish, .subscribe, .unsubscribe, .mute, .readHistory, .admit, .turnAway,
      .remove, .setRole, .setRights, .record, .setChapter:
      try check(arrangements.take(at: now))
    }
  }

  private func check(_ wait: MediaTime?) throws(RoomError) {
    guard let wait else { return }
    let milliseconds = wait.nanoseconds / 1_000_000 + 1
    throw RoomError(.tooFast, "That was too much at once; try again in \(milliseconds) ms.")
  }
}
