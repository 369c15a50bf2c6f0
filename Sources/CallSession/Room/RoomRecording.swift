import MediaCore
import Strokes

/// The recording of a room: its state, and what its manifest will say.
struct RoomRecording {
  private(set) var state = RecordingState.off
  private var span = RecordedSpan()
  private var pausedSince: MediaTime?

  var isActive: Bool { state != .off }

  /// Throws when the act does not fit the state.
  func check(_ act: RecordingAct) throws(RoomError) {
    let remedy: String? =
      switch (act, state) {
      case (.start, .off), (.pause, .running), (.resume, .paused), (.stop, .running),
        (.stop, .paused):
        nil
      case (.start, _): "A recording runs already; stop it first."
      case (.pause, .paused): "The recording is paused already; resume or stop it."
      case (.resume, .running): "The recording is not paused."
      case (.pause, .off), (.resume, .off), (.stop, .off): "No recording runs; start one."
      }
    if let remedy { throw RoomError(.wrongState, remedy) }
  }

  /// Takes an act that fits.
  ///
  /// - Returns: the whole recording, when the act ends it.
  mutating func perform(_ act: RecordingAct, at time: MediaTime) -> RecordedSpan? {
    switch act {
    case .start:
      span = RecordedSpan()
      span.start = time
      state = .running
    case .pause:
      pausedSince = time
      state = .paused
    case .resume:
      endPause(time)
      state = .running
    case .stop:
      endPause(time)
      span.end = time
      for index in span.tracks.indices where span.tracks[index].end == nil {
        span.tracks[index].end = time
      }
      state = .off
      return span
    }
    return nil
  }

  mutating func noteStart(of track: RoomTrack, ownerName: String, at time: MediaTime) {
    guard isActive else { return }
    span.tracks.append(RecordedSpan.Track(track: track, ownerName: ownerName, start: time))
  }

  mutating func noteEnd(of track: UInt32, at time: MediaTime) {
    for index in span.tracks.indices where span.tracks[index].track.id == track {
      span.tracks[index].end = time
    }
  }

  mutating func noteAnnouncement(to participants: [AuthorID], at time: MediaTime) {
    for participant in participants {
      span.announcements.append(RecordedSpan.Announcement(participant: participant, time: time))
    }
  }

  private mutating func endPause(_ time: MediaTime) {
    if let since = pausedSince, since < time { span.pauses.append(since..<time) }
    pausedSince = nil
  }
}
