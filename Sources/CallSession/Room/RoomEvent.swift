package import MediaCore
package import Strokes

/// What the room tells a participant.
package enum RoomEvent: Equatable, Sendable {
  /// A recording runs, pauses or has ended. The first thing that somebody hears who comes while
  /// one runs.
  case recording(RecordingState)
  /// The host will be asked.
  case waiting(RecordingState)
  case welcome(Welcome)
  /// A part of the board's snapshot.
  case snapshot(SnapshotPart)
  /// An event of the session log, in its order.
  case logged(BoardEvent)
  /// The command of that number was carried out; a drawing became event `sequence` at `time`. The
  /// author takes it from there, nobody sends it back.
  case accepted(number: UInt64, sequence: UInt64, time: BoardTime)
  case refused(number: UInt64, RoomError)
  /// All commands up to that number have been answered before.
  case answered(number: UInt64)
  /// Messages and their attachments from the log; `hasMore` when there are older ones.
  case history([BoardEvent], hasMore: Bool)

  case waits(AuthorID, name: String)
  case waitsNoMore(AuthorID)
  case connection(AuthorID, isConnected: Bool)
  case role(AuthorID, RoomRole, RoomRights)
  case muted(track: UInt32, isMuted: Bool, by: AuthorID)
  case goodbye(LeaveReason)

  /// Of a later version.
  case unknown(code: UInt8)
}

/// A part of a stream of the board's binary form, whose last part completes the board as it was at
/// event `sequence`. What came after follows as `logged`.
package struct SnapshotPart: Equatable, Sendable {
  package var sequence: UInt64
  package var isLast: Bool
  package var bytes: [UInt8]

  package init(sequence: UInt64, isLast: Bool, bytes: [UInt8]) {
    self.sequence = sequence
    self.isLast = isLast
    self.bytes = bytes
  }
}

package enum RecordingState: UInt8, CaseIterable, Sendable {
  case off = 0
  case running = 1
  case paused = 2
}

/// Why somebody is not in the room any more.
package enum LeaveReason: UInt8, CaseIterable, Sendable {
  case left = 0
  case connectionLost = 1
  case removed = 2
  case turnedAway = 3
  case notAdmittedInTime = 4
}

/// The room as it is for somebody who comes in, or back.
package struct Welcome: Equatable, Sendable {
  package var participant: AuthorID
  package var key: ResumeKey
  /// Whether what was missed follows as `logged`; otherwise a snapshot and messages do.
  package var isResumed: Bool
  /// Session time.
  package var now: MediaTime
  /// The last event so far.
  package var sequence: UInt64
  /// The participant's last command that was answered.
  package var number: UInt64
  /// Which of the last commands were refused: their answer may have been lost.
  package var refused: [UInt64]
  package var participants: [ParticipantInfo]
  package var tracks: [RoomTrack]

  package struct ParticipantInfo: Equatable, Sendable {
    package var id: AuthorID
    package var name: String
    package var role: RoomRole
    package var rights: RoomRights
    package var isConnected: Bool
  }
}
