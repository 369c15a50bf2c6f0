import MediaCore
import Strokes

/// The files of the folder: from the recording's start to its end.
extension SessionRecording {
  func start(at time: MediaTime) {
    showPictures(until: time)
    state = .running
    span.start = time
    timeline = FileTimeline(runningFrom: time)
    if let sink = create("session.board") { log.open(sink) }
    if let sink = create("chat.vtt") { chat = ChatFile(to: sink, title: settings.title) }
    if let sink = create("mix.webm") {
      do throws(MediaError) {
        mix = try MixRecording(to: sink, picture, settings.video, title: settings.title)
      } catch {
        note(error, "mix.webm")
      }
    }
    for index in tracks.indices { begin(index, from: time) }
  }

  func begin(_ index: Int, from time: MediaTime) {
    let track = tracks[index]
    tracks[index].start = time
    let name = names[track.track.owner]
    switch track.track.kind {
    case .microphone:
      do throws(MediaError) {
        if silence == nil { silence = try OpusSilence() }
        guard let silence, let sink = create(track.file) else { return }
        let sound = try SoundTrackRecording(to: sink, silence: silence, name: name, from: time)
        tracks[index].recording = .sound(sound)
      } catch {
        note(error, track.file)
      }
    case .camera, .screen:
      let folder = folder
      tracks[index].recording = .camera(
        CameraTrackRecording(name: name, from: time) { () throws(MediaError) in
          try folder.create(track.file)
        })
    case .board: return
    }
    if track.track.isMuted { tracks[index].mute(true, at: time) }
  }

  func complete(_ span: RecordedSpan) {
    let whole = FileTimeline(end: span.end, pauses: span.pauses, from: span.start)
    timeline = whole
    showPictures(until: span.end)
    state = .ended
    mix?.finish(at: span.end, whole)
    report.mix = mix?.summary
    if let failure = mix?.failure { note(failure, "mix.webm") }
    chat?.close()
    if let failure = chat?.failure { note(failure, "chat.vtt") }
    log.close()
    if let failure = log.failure { note(failure, "session.board") }
    var manifest = span.manifest(wallClockOrigin: header.wallClockOrigin)
    finishTracks(at: span.end, whole, &manifest)
    if mix == nil { manifest.mix = nil }
    if chat == nil { manifest.chat = nil }
    write(manifest)
  }

  /// What the recording holds when the room did not say so.
  func ownSpan(to end: MediaTime) -> RecordedSpan {
    endPause(at: end)
    var span = span
    span.end = end
    for track in tracks {
      let name = names[track.track.owner] ?? ""
      span.tracks.append(
        RecordedSpan.Track(
          track: track.track, ownerName: name, start: track.start, end: track.end ?? end))
    }
    return span
  }

  func create(_ name: String) -> (any ByteSink)? {
    do throws(MediaError) { return try folder.create(name) } catch {
      note(error, name)
      return nil
    }
  }

  /// A file's first failure counts.
  func note(_ error: MediaError, _ file: String) {
    for failure in report.failures where failure.file == file { return }
    report.failures.append(.init(file: file, error: error))
  }
}
