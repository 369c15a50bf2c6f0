package import MediaCore
import Strokes

extension RecordedSpan {
  /// The manifest of its folder, as far as the room knows it: drift, gaps other than before a
  /// track's start and after its end, and the exact offsets are the media's to add.
  package func manifest(wallClockOrigin: Int64?) -> SessionManifest {
    var manifest = SessionManifest(start: start, end: end)
    manifest.wallClockOrigin = wallClockOrigin
    manifest.pauses = pauses.map { SessionManifest.Span(start: $0.lowerBound, end: $0.upperBound) }
    for track in tracks { manifest.tracks.append(self.manifest(of: track)) }
    for announcement in announcements {
      manifest.announcements.append(
        SessionManifest.Announcement(
          participant: announcement.participant.rawValue, time: announcement.time))
    }
    return manifest
  }

  private func manifest(of recorded: Track) -> SessionManifest.Track {
    let track = recorded.track
    var entry = SessionManifest.Track(
      file: "tracks/\(track.id).webm", participant: track.owner.rawValue,
      participantName: recorded.ownerName, kind: track.kind.manifest, name: track.name,
      offset: recorded.start)
    let last = recorded.end ?? end
    for (from, to) in [(start, recorded.start), (last, end)] where from < to {
      entry.gaps.append(SessionManifest.Gap(.init(start: from, end: to), .absent))
    }
    return entry
  }
}

extension RoomTrack.Kind {
  fileprivate var manifest: SessionManifest.Track.Kind {
    switch self {
    case .microphone: .microphone
    case .camera: .camera
    case .screen: .screen
    case .board: .board
    }
  }
}
