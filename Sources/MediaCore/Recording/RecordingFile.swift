/// The tracks of one recording and the file they go to: what all ways to record share.
package struct RecordingFile: ~Copyable {
  private var writer: WebMWriter
  private var audio: OpusTrack?
  private let videoTrack: Int?
  private let cueTrack: Int?
  private var frames = 0
  private var keyFrames = 0
  private var cues = 0
  /// A file without a length plays nowhere: one frame.
  private let shortest: MediaTime
  private let sink: any ByteSink

  /// - Parameter chapters: when they are known beforehand they outlive a crash.
  package init(
    to sink: any ByteSink, _ configuration: RecordingConfiguration, chapters: [WebMChapter] = []
  ) throws(MediaError) {
    var layout = WebMLayout(
      tracks: [], title: configuration.title, chapters: chapters,
      expectedDuration: configuration.expectedDuration,
      keyFrameInterval: VideoCadence.Configuration().keyFrameInterval)
    var videoTrack: Int?
    if let video = configuration.video {
      videoTrack = layout.tracks.count
      layout.tracks.append(
        WebMTrack(.vp8(width: Int32(video.width), height: Int32(video.height)), name: "Board"))
    }
    var audio: OpusTrack?
    if let sound = configuration.audio {
      let settings = try OpusSettings(sound)
      audio = try OpusTrack(track: layout.tracks.count, settings: settings)
      layout.tracks.append(try OpusTrack.layout(settings, language: sound.language))
    }
    var cueTrack: Int?
    if configuration.hasCues {
      cueTrack = layout.tracks.count
      layout.tracks.append(WebMTrack(.webVTT, name: "Chat"))
    }
    let writer = try WebMWriter(to: sink, layout: layout)
    self.writer = writer
    self.audio = audio
    self.sink = sink
    shortest = configuration.video?.rate.instant(1) ?? MediaTime(milliseconds: 20)
    self.videoTrack = videoTrack
    self.cueTrack = cueTrack
  }

  package mutating func write(_ frame: EncodedFrame) throws(MediaError) {
    guard let videoTrack else { return }
    try writer.write(
      WebMPacket(
        track: videoTrack, time: frame.time, isKeyFrame: frame.isKeyFrame, bytes: frame.bytes))
    frames += 1
    if frame.isKeyFrame { keyFrames += 1 }
  }

  /// Adds sound: interleaved, −1 to 1. A gap to what came before becomes silence.
  package mutating func append(
    _ samples: Span<Float>, channels: Int32, rate: Int32, at time: MediaTime
  ) throws(MediaError) {
    try audio?.append(samples, channels: channels, rate: rate, at: time, to: &writer)
  }

  /// No sound comes before `time`: what is missing until there becomes silence.
  package mutating func fillSound(to time: MediaTime) throws(MediaError) {
    try audio?.fill(to: time, &writer)
  }

  /// Adds all sound that is heard before `time`, to the last whole packet: the picture has come so
  /// far, and a recording that is stopped there has no sound beyond it.
  package mutating func take(
    _ sound: inout some SoundPackets & ~Copyable, before time: MediaTime
  ) throws(MediaError) {
    while audio?.hasRoom(before: time) == true {
      try audio?.write(try sound.next(), to: &writer)
    }
  }

  /// Adds the rest of the sound, which ends with the recording at `end`.
  package mutating func take(
    _ sound: inout some SoundPackets & ~Copyable, endingAt end: MediaTime
  ) throws(MediaError) {
    let end = max(end, shortest)
    while audio?.isMissing(until: end) == true {
      try audio?.write(try sound.next(), endingAt: end, to: &writer)
    }
  }

  package mutating func write(_ cue: WebVTTCue) throws(MediaError) {
    guard let cueTrack else { return }
    try writer.write(cue.packet(track: cueTrack))
    cues += 1
  }

  package mutating func addChapter(_ title: String, at time: MediaTime) {
    writer.addChapter(WebMChapter(start: time, title: title))
  }

  /// No frame and no cue before `time` comes any more; sound says for itself how far it is.
  package mutating func advance(to time: MediaTime) throws(MediaError) {
    guard let sound = audio?.nextPacketTime else { return try writer.advance(to: time) }
    try writer.advance(to: min(time, sound))
  }

  /// Ends all tracks at `duration`, after one frame at the least and not before the sound that is
  /// written has been heard, completes the file and closes the sink.
  ///
  /// When something went wrong before, or does now, what was written until then is completed all
  /// the same, the sink is closed as unfinished, and the error is thrown.
  ///
  /// - Parameter failure: what went wrong outside of this file: its source, its codec.
  package consuming func finish(
    duration: MediaTime, after failure: MediaError? = nil
  ) throws(MediaError) -> RecordingSummary {
    var failure = failure
    var duration = max(duration, shortest)
    duration = audio?.end(notBefore: duration) ?? duration
    do throws(MediaError) {
      if let track = audio.take() { try track.finish(at: duration, to: &writer) }
    } catch {
      failure = failure ?? error
    }
    let (frames, keyFrames, cues, sink) = (frames, keyFrames, cues, sink)
    let written: WebMSummary
    do throws(MediaError) {
      written = try writer.finish(duration: duration)
      failure = failure ?? written.failure
      if failure == nil { try sink.close() }
    } catch {
      failure = failure ?? error
      try? sink.closeUnfinished()
      throw failure ?? error
    }
    if let failure {
      try? sink.closeUnfinished()
      throw failure
    }
    var packets = 0
    for count in written.packetCounts { packets += count }
    return RecordingSummary(
      duration: written.duration, frames: frames, keyFrames: keyFrames,
      audioPackets: packets - frames - cues, cues: cues, bytes: written.bytes)
  }
}
