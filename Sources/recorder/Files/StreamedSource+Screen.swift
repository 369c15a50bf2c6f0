import MediaCore
import MediaIO

extension StreamedSource {
  /// A screen, as it is now.
  init(screen: ScreenOptions, _ options: StreamOptions) throws(MediaError) {
    let feed = try screen.feed(options.playback.frameRate)
    self.init(try LiveFrames(feed), of: feed.shape, title: "Screen", options.playback)
  }
}
