/// A WebM file of one track. When its sink fails it is completed as far as it came, and takes nothing
/// any more: other files go on.
struct TrackFile: ~Copyable {
  private var writer: WebMWriter?
  private let sink: any ByteSink
  private(set) var failure: MediaError?

  /// - Throws: what the sink throws at the first bytes; it is closed then.
  init(to sink: any ByteSink, _ track: WebMTrack) throws(MediaError) {
    do throws(MediaError) {
      writer = try WebMWriter(to: sink, layout: WebMLayout(tracks: [track]))
    } catch {
      try? sink.closeUnfinished()
      throw error
    }
    self.sink = sink
  }

  mutating func write(_ packet: WebMPacket) {
    do throws(MediaError) { try writer?.write(packet) } catch { fail(error) }
  }

  /// Nothing comes before `time` any more.
  mutating func advance(to time: MediaTime) {
    do throws(MediaError) { try writer?.advance(to: time) } catch { fail(error) }
  }

  /// Completes the file and closes the sink.
  mutating func finish(duration: MediaTime) {
    guard let writer = writer.take() else { return }
    do throws(MediaError) {
      failure = try writer.finish(duration: duration).failure
      if failure == nil { try sink.close() } else { try sink.closeUnfinished() }
    } catch {
      failure = failure ?? error
      try? sink.closeUnfinished()
    }
  }

  private mutating func fail(_ error: MediaError) {
    failure = error
    guard let writer = writer.take() else { return }
    _ = try? writer.finish(duration: nil)
    try? sink.closeUnfinished()
  }
}
