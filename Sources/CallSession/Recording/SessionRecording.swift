package import MediaCore
package import Strokes

/// Records a call into the folder of Documentation/rooms.md: the log, the mix, everybody's tracks as they
/// were sent, the messages and the manifest.
///
/// It is given all that happens from the call's beginning, in order, and told the time; a recording's
/// start, pauses and stop are among what happens. One folder holds one recording: what comes after the
/// stop is left alone. A file whose sink fails ends there, the others go on. A class: it owns files.
package final class SessionRecording {
  package struct Settings: Sendable {
    /// Of the mix; libvpx, since cameras move as a whole.
    package var video = RecordingConfiguration.Video(width: 1_280, height: 720)
    package var title: String?

    package init() {
      video.encoder = .libvpx
      if let rate = FrameRate(frames: 15) { video.rate = rate }
    }
  }

  package enum State: Equatable, Sendable {
    case waiting
    case running
    /// The manifest is written.
    case ended
  }

  package internal(set) var state = State.waiting
  package internal(set) var report = SessionRecordingReport()

  let header: BoardHeader
  let folder: any RecordingFolder
  let settings: Settings
  let picture: MixPicture
  var changes = PictureChanges()
  /// How far the picture is.
  var pictureTime = MediaTime.zero
  var log: SessionLogFile
  var names: [AuthorID: String] = [:]
  var tracks: [RecordedTrack] = []
  var span = RecordedSpan()
  var pausedSince: MediaTime?
  /// The recording that was stopped, while what was on its way is waited for.
  var ending: RecordedSpan?
  var timeline = FileTimeline(end: .zero)
  var silence: OpusSilence?
  var mix: MixRecording?
  var chat: ChatFile?
  private var now = MediaTime.zero
  private var lastFlush = MediaTime.zero

  /// The log is handed on so often: what a crash may cost.
  private static let flushInterval = MediaTime(milliseconds: 500)
  /// So long after something was captured it may come: the picture waits for it, and the end, too.
  private static let patience = MediaTime(milliseconds: 1_000)

  package init(
    header: BoardHeader, folder: any RecordingFolder, settings: Settings = Settings()
  ) {
    self.header = header
    self.folder = folder
    self.settings = settings
    picture = MixPicture(
      header: header, width: Int32(clamping: settings.video.width),
      height: Int32(clamping: settings.video.height))
    log = SessionLogFile(header)
  }

  /// Takes what happened. Times do not go back by more than a few seconds.
  package func handle(_ record: CallRecord) {
    guard state != .ended else { return }
    switch record {
    case .sound(
      let participant, let sequence, let timestamp, let payload, let captured, let time):
      guard case .sound(let sound)? = recording(of: .microphone, participant) else { return }
      sound.receive(
        sequence: sequence, timestamp: timestamp, payload: payload, captured: captured, at: time)
    case .camera(let participant, let frame, _, let captured, _):
      changes.insert(.camera(participant: participant, frame: frame), at: captured)
      take(frame, .camera, of: participant, captured: captured)
    case .screen(let participant, let frame, _, let captured, _):
      changes.insert(.screen(participant: participant, frame: frame), at: captured)
      take(frame, .screen, of: participant, captured: captured)
    case .stands(let participant, let time):
      if case .camera(let screen)? = recording(of: .screen, participant) {
        screen.stand(until: time)
      }
    case .mix(let samples, let first, let delay):
      mix?.append(samples, at: MediaTime(count: first, rate: 48_000), delay: delay, timeline)
    case .speaker(let participant, let time):
      changes.insert(.speaker(participant: participant), at: time)
    case .board(let event): take(event)
    case .media(let act, let time): perform(act, at: time)
    case .clock(let participant, let drift, _):
      if case .sound(let sound)? = recording(of: .microphone, participant) {
        sound.setDrift(drift)
      }
    }
  }

  /// Writes what is due by `now`; a few times a second, better with each tick of the mix.
  package func advance(to now: MediaTime) {
    self.now = max(self.now, now)
    guard state != .ended else { return }
    showPictures(until: min(self.now - Self.patience, ending?.end ?? self.now))
    guard state == .running else { return }
    for track in tracks { track.advance(to: now, timeline) }
    if now - lastFlush >= Self.flushInterval {
      lastFlush = now
      log.flush()
    }
    if let ending, now >= ending.end + Self.patience { complete(ending) }
  }

  /// Ends a recording that still runs: the call is over.
  package func finish(at end: MediaTime) -> SessionRecordingReport {
    if state == .running { complete(ending ?? ownSpan(to: max(end, span.start))) }
    state = .ended
    return report
  }

  /// Participants whose camera can only go on with a key frame: to be asked for one.
  package var camerasInNeed: [UInt32] {
    var participants: [UInt32] = []
    guard state == .running, pausedSince == nil, ending == nil else { return [] }
    for track in tracks where !track.isStopped && !track.track.isMuted {
      if case .camera(let camera) = track.recording, camera.needsKeyFrame {
        participants.append(track.track.owner.rawValue)
      }
    }
    return participants
  }
}

// MARK: What happens

extension SessionRecording {
  private func take(_ event: BoardEvent) {
    let time = MediaTime(event.time)
    if let ending, time > ending.end { return }
    log.append(event)
    changes.insert(.board(event), at: time)
    switch event.action {
    case .joined(let name): names[event.author] = name
    case .chat(let text) where timeline.contains(time) && state == .running:
      chat?.append(text, by: names[event.author], at: timeline.fileTime(of: time))
    case .chapter(let title) where state == .running: mix?.addChapter(title, at: time, timeline)
    // Those who are there are told before the recording is known to have begun.
    case .recordingStarted where state == .waiting: span.announcements.removeAll()
    case .recordingAnnounced(let people):
      for person in people {
        span.announcements.append(.init(participant: person, time: time))
      }
    default: break
    }
  }

  private func take(
    _ frame: [UInt8], _ kind: RoomTrack.Kind, of participant: UInt32, captured: MediaTime
  ) {
    guard case .camera(let camera)? = recording(of: kind, participant) else { return }
    camera.receive(frame, captured: captured, timeline)
  }

  private func perform(_ act: MediaAct, at time: MediaTime) {
    switch act {
    case .published(let track):
      guard track.kind != .board else { return }
      tracks.append(RecordedTrack(track: track))
      if state == .running, ending == nil { begin(tracks.count - 1, from: time) }
    case .stopped(let id):
      for index in tracks.indices where tracks[index].track.id == id {
        tracks[index].stop(at: time)
        let track = tracks[index].track
        if let change = Self.end(of: track) { changes.insert(change, at: time) }
        if state == .waiting { tracks.remove(at: index) }
        return
      }
    case .muted(let id, let isMuted):
      for index in tracks.indices where tracks[index].track.id == id {
        tracks[index].mute(isMuted, at: time)
        let track = tracks[index].track
        guard isMuted else { continue }
        if track.kind == .camera {
          changes.insert(.muted(participant: track.owner.rawValue), at: time)
        } else if let change = Self.end(of: track) {
          changes.insert(change, at: time)
        }
      }
    case .recording(let act, let time): perform(act, at: time)
    case .recorded(let span):
      guard state == .running, ending == nil else { return }
      ending = span
      timeline = FileTimeline(end: span.end, pauses: span.pauses, from: span.start)
    case .subscribed, .unsubscribed: break
    }
  }

  /// What the picture has less when a track ends.
  private static func end(of track: RoomTrack) -> PictureChanges.Change? {
    switch track.kind {
    case .camera: .removed(participant: track.owner.rawValue)
    case .screen: .hidden(participant: track.owner.rawValue)
    case .microphone, .board: nil
    }
  }

  private func perform(_ act: RecordingAct, at time: MediaTime) {
    switch act {
    case .start: if state == .waiting { start(at: time) }
    case .pause: pausedSince = pausedSince ?? time
    case .resume: endPause(at: time)
    // What it held comes with `recorded`.
    case .stop: return
    }
    if state == .running, ending == nil {
      timeline = FileTimeline(
        runningFrom: span.start, pauses: span.pauses, pausedSince: pausedSince)
    }
  }

  func endPause(at time: MediaTime) {
    if let since = pausedSince, since < time { span.pauses.append(since..<time) }
    pausedSince = nil
  }

  /// The track of a kind that a participant sends now.
  private func recording(
    of kind: RoomTrack.Kind, _ participant: UInt32
  ) -> RecordedTrack.Recording? {
    guard state == .running else { return nil }
    let owner = AuthorID(participant)
    return tracks.last { $0.track.owner == owner && $0.track.kind == kind && !$0.isStopped }?
      .recording
  }
}
