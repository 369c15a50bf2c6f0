import MediaCore
import MediaIO

extension RecordCommand {
  /// A screen, until Ctrl-C or for as long as was asked for.
  func recordScreen(
    _ screen: ScreenOptions, _ console: Console
  ) throws(MediaError) -> ExitCode {
    let playback = options.playback
    let feed: FrameThread
    do throws(MediaError) {
      feed = try screen.feed(playback.frameRate)
    } catch {
      if StopSignals.isRaised { return .interrupted }
      throw error
    }
    let shape = feed.shape
    let live = try LiveFrames(feed, longest: options.duration)
    var video = RecordingConfiguration.Video(width: Int(shape.width), height: Int(shape.height))
    video.rate = shape.rate
    video.quality = playback.quality
    video.encoder = playback.encoder ?? .canvas
    let sink = try OutputFile.create(output, replacing: options.replacesOutput)
    var progress = progress(console, total: options.duration)
    let sender = RecordingLiveSender(to: sink, video)
    do throws(MediaError) {
      var broadcast = try LiveBroadcast(live, to: [sender], loop: try EventLoop())
      try broadcast.run { state in
        progress.update(position: state.time, bytes: sink.size, now: state.time.seconds)
        return !StopSignals.isRaised
      }
    } catch {
      progress.finish()
      throw OutputFile.error(error, after: sink)
    }
    progress.finish()
    guard let summary = sender.summary else { return .interrupted }
    return report(summary, size: (video.width, video.height), console)
  }
}
