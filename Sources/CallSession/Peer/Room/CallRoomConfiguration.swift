package import MediaCore
package import Strokes

/// How a `CallRoom` works.
package struct CallRoomConfiguration: Sendable {
  package var header: BoardHeader
  package var limits = RoomLimits()
  package var hasWaitingRoom = false
  /// Nanoseconds from 1970 to session time 0.
  package var wallClockOrigin: Int64 = 0
  /// Bits a second of the mix.
  package var soundBitrate: Int32 = 32_000
  /// How many are heard at once.
  package var speakers = 4
  /// Bits a second of a camera: who can receive only less gets none, and nobody is asked to send more.
  package var cameraBitrates: ClosedRange<Int64> = 60_000...800_000
  /// Bits a second of a shared screen, which comes before cameras.
  package var screenBitrates = CallClient.Configuration.screenBitrates
  /// Of the board's video.
  package var boardEncoder = BoardVideoEncoder.Kind.faceboard
  /// Bits a second up to which the board's frames come as fast as they may, 30 a second.
  package var boardBitrate: Int64 = 2_000_000

  package init(header: BoardHeader) { self.header = header }

  /// What sound takes of a path, headers included and copies not, and what the board and the messages take
  /// beside it: bits a second.
  static let soundShare: Int64 = 64_000
  static let boardShare: Int64 = 64_000
}

/// Why there is no room.
package enum CallRoomError: Error, Equatable, Sendable {
  case board(BoardSchemaError)
  case sound(MediaError)
}
