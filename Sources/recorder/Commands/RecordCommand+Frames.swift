import MediaCore
import MediaIO

extension RecordCommand {
  /// Raw frames from a pipe or a file.
  func recordFrames(
    _ path: String, _ format: RawFrameOptions.Format, _ console: Console
  ) throws(MediaError) -> ExitCode {
    let playback = options.playback
    let isPipe = path == "-"
    if !isPipe { try OutputFile.refuse(output, equalTo: FileName(path)) }
    let source =
      isPipe ? FileSource(standardInputUpTo: .max) : try FileSource(FileName(path))
    let narration = try narrationChoice.open(
      playback.audio.map { Narration(file: FileName($0), start: .zero) })
    var recording = try RawFrameRecording(
      source, format: format.engineFormat, size: playback.size, rate: playback.frameRate,
      quality: playback.quality, encoder: playback.encoder ?? .canvas,
      isConstantRate: options.constantRate,
      audio: narration.map { RecordingConfiguration.Audio(channels: $0.channels) })
    let sink = try OutputFile.create(output, replacing: options.replacesOutput)
    var progress = progress(console, total: nil)
    let began = SystemClock.monotonic
    func goesOn(_ time: MediaTime) -> Bool {
      progress.update(
        position: time, bytes: sink.size, now: (SystemClock.monotonic - began).seconds)
      return !StopSignals.isRaised
    }
    let result: RawFrameRecording.Result
    do throws(MediaError) {
      if let narration {
        let sound = try sound(narration, along: FileTimeline(end: BoardSurvey.longest))
        result = try recording.record(to: sink, sound: sound, onProgress: goesOn)
      } else {
        result = try recording.record(to: sink, sound: NoSound(), onProgress: goesOn)
      }
    } catch {
      progress.finish()
      throw OutputFile.error(error, after: sink)
    }
    progress.finish()
    if result.leftOver > 0, !options.quiet {
      console.note(
        "warning: the last \(result.leftOver) bytes are no whole frame; they were left out")
    }
    return report(result.summary, size: recording.size, console)
  }
}
