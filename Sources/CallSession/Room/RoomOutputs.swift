package import MediaCore
package import Strokes

/// What a call of the room gives: for its participants, for the session log, for the media.
///
/// Reused from call to call; whoever drains it empties it.
package struct RoomOutputs {
  /// In the order in which they are to be sent.
  package var deliveries: [Delivery] = []
  /// To be appended to the session's `.board` file.
  package var log: [BoardEvent] = []
  package var media: [MediaAct] = []

  package init() {}

  package mutating func removeAll() {
    deliveries.removeAll(keepingCapacity: true)
    log.removeAll(keepingCapacity: true)
    media.removeAll(keepingCapacity: true)
  }
}

/// An event for some participants.
package struct Delivery: Equatable, Sendable {
  package var recipients: [AuthorID]
  /// One of them who is left out.
  package var exception: AuthorID?
  package var event: RoomEvent

  package func reaches(_ participant: AuthorID) -> Bool {
    participant != exception && recipients.contains(participant)
  }
}

/// What the routing of tracks and the recorder have to do.
package enum MediaAct: Equatable, Sendable {
  case published(RoomTrack)
  case stopped(UInt32)
  case muted(UInt32, Bool)
  /// The track's packets go to the participant from now on; pictures begin with a key frame or a
  /// bootstrap of the board's video.
  case subscribed(AuthorID, UInt32)
  case unsubscribed(AuthorID, UInt32)
  case recording(RecordingAct, at: MediaTime)
  /// The recording that `stop` ended, for its manifest.
  case recorded(RecordedSpan)
}
