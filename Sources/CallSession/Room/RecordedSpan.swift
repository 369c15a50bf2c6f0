package import MediaCore
package import Strokes

/// What a recording holds, as far as the room knows. All times are session time, equal to the
/// session log's.
package struct RecordedSpan: Equatable, Sendable {
  package var start = MediaTime.zero
  package var end = MediaTime.zero
  /// In order, apart from each other.
  package var pauses: [Range<MediaTime>] = []
  /// In the order of their start.
  package var tracks: [Track] = []
  /// Who was told when that the recording runs.
  package var announcements: [Announcement] = []

  package struct Track: Equatable, Sendable {
    package var track: RoomTrack
    package var ownerName: String
    package var start: MediaTime
    package var end: MediaTime?
  }

  package struct Announcement: Equatable, Sendable {
    package var participant: AuthorID
    package var time: MediaTime
  }

  package init() {}
}
