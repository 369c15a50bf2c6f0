import MediaCore
import Strokes

/// A track of the room that can be recorded, and its file while it is.
struct RecordedTrack {
  enum Recording {
    case none
    case sound(SoundTrackRecording)
    case camera(CameraTrackRecording)
  }

  var track: RoomTrack
  var isStopped = false
  var recording = Recording.none
  /// Of the stretch that is recorded.
  var start = MediaTime.zero
  var end: MediaTime?

  var file: String { "tracks/\(track.id).webm" }

  func advance(to now: MediaTime, _ timeline: FileTimeline) {
    if case .sound(let sound) = recording { sound.advance(to: now, timeline) }
  }

  mutating func mute(_ isMuted: Bool, at time: MediaTime) {
    track.isMuted = isMuted
    switch recording {
    case .none: break
    case .sound(let sound): sound.mute(isMuted, at: time)
    case .camera(let camera): camera.mute(isMuted, at: time)
    }
  }

  mutating func stop(at time: MediaTime) {
    isStopped = true
    end = time
    switch recording {
    case .none: break
    case .sound(let sound): sound.stop(at: time)
    case .camera(let camera): camera.stop(at: time)
    }
  }

  /// Nil when it was not recorded.
  func finish(at end: MediaTime, _ timeline: FileTimeline) -> TrackResult? {
    switch recording {
    case .none: nil
    case .sound(let sound): sound.finish(at: end, timeline)
    case .camera(let camera): camera.finish(at: end, timeline)
    }
  }
}
