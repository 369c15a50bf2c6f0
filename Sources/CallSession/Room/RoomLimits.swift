package import MediaCore

/// How much a room takes: of people, of time, of bytes. Everything that comes from outside is held
/// to these, so that one participant cannot spend what belongs to all.
package struct RoomLimits: Sendable {
  /// People in the room, those who lost their connection included.
  package var participants = 2_000
  package var waiting = 500
  /// How long somebody waits to be let in.
  package var waitingTime = MediaTime(milliseconds: 600_000)
  /// How long a lost connection may take to come back.
  package var graceTime = MediaTime(milliseconds: 60_000)

  package var tracksPerParticipant = 4
  package var screens = 1
  package var subscriptions = 256
  package var openStrokes = 16
  /// Operations of the whole board, those undone included.
  package var operations = 500_000
  /// Bytes of the board's snapshot, about.
  package var boardBytes = 128 << 20

  package var resourceBytes = 4 << 20
  package var resourcePixels: Int64 = 16_777_216
  package var drawingBytes = 1 << 20
  package var drawingEvents = 20_000
  /// Of all resources of the room.
  package var resourceTotal = 64 << 20

  /// UTF-8 bytes.
  package var nameBytes = 128
  package var messageBytes = 8_192
  package var reactionBytes = 64
  package var attachments = 8
  /// Messages that those who come later can read.
  package var history = 2_000
  package var historyPage = 100

  /// Numbered events that a reconnecting participant gets without a new snapshot.
  package var tailEvents = 4_096
  package var tailBytes = 4 << 20

  /// Events after a snapshot up to which it is sent again to the next who comes.
  package var snapshotTail: UInt64 = 256

  /// A participant's commands and bytes: what is sent in a minute without a connection comes at
  /// once when it is back.
  package var commands = TokenBucket.Rate(perSecond: 250, burst: 8_000)
  /// Of one command: a picture and its wrapping.
  package var commandBytes = (4 << 20) + 65_536
  package var bytes = TokenBucket.Rate(perSecond: 1 << 20, burst: 16 << 20)
  package var words = TokenBucket.Rate(perSecond: 1, burst: 10)
  package var reactions = TokenBucket.Rate(perSecond: 2, burst: 20)
  /// Commands that others have to be asked about, or that change who may do what.
  package var arrangements = TokenBucket.Rate(perSecond: 10, burst: 100)

  package init() {}
}
