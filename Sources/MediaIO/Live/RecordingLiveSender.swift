package import MediaCore

/// Records the picture of a live stream: the receiver is a file.
///
/// Its time begins with the first picture.
package final class RecordingLiveSender: LiveSender {
  private struct Running: ~Copyable {
    var file: RecordingFile
    var video: VideoTrackEncoder<RecordingEncoder>
  }

  /// Of the complete file.
  package private(set) var summary: RecordingSummary?
  private let sink: any ByteSink
  private let settings: RecordingConfiguration.Video
  private var running: Running?
  /// When the first picture was captured, in stream time.
  private var start: MediaTime?
  private var frames: Int64 = 0
  private var keyFrames: Int64 = 0
  private var bytes: Int64 = 0

  /// - Parameter video: without size, which is the stream's.
  package init(to sink: any ByteSink, _ video: RecordingConfiguration.Video) {
    self.sink = sink
    settings = video
  }

  package func begin(
    in loop: EventLoop, identifiers: Range<Int>, stream: LiveStreamShape
  ) throws(MediaError) {
    var settings = settings
    (settings.width, settings.height) = (Int(stream.width), Int(stream.height))
    let video = try VideoTrackEncoder<RecordingEncoder>(settings)
    let file = try RecordingFile(to: sink, RecordingConfiguration(video: settings))
    running = Running(file: file, video: video)
  }

  package func show(_ picture: borrowing I420Picture, _ change: LiveChange) throws(MediaError) {
    let start = start ?? change.time
    self.start = start
    try write(before: change.time - start)
    running?.video.update(from: picture, blocks: change.blocks, at: change.time - start)
  }

  package func hear(_ packet: LiveSoundEncoder.Packet, at now: MediaTime) {}

  package func handle(_ ready: EventLoop.Ready, at now: MediaTime) {}

  package func advance(
    _ picture: borrowing I420Picture, to now: MediaTime
  ) throws(MediaError) {
    guard let start else { return }
    try write(before: now - start)
  }

  package var deadline: MediaTime? {
    guard let start else { return nil }
    switch running {
    case .none: return nil
    // An instant's frame is due when the instant is over.
    case .some(let running): return start + running.video.deadline + MediaTime(nanoseconds: 1)
    }
  }

  package var isBusy: Bool { false }

  /// Completes the file with what it has.
  ///
  /// - Parameter failure: what went wrong; it is thrown once the file is complete.
  package func finish(at now: MediaTime, after failure: MediaError?) throws(MediaError) {
    let end = now - (start ?? now)
    var failure = failure
    if failure == nil, start != nil {
      do throws(MediaError) {
        while let frame = try running?.video.nextFrame(ending: end) { try write(frame) }
      } catch {
        failure = error
      }
    }
    guard let last = running.take() else {
      if let failure { throw failure }
      return
    }
    summary = try last.file.finish(duration: end, after: failure)
  }

  package var status: LiveStatus {
    var status = LiveStatus()
    (status.frames, status.keyFrames, status.bytes) = (frames, keyFrames, bytes)
    return status
  }

  private func write(before time: MediaTime) throws(MediaError) {
    while let frame = try running?.video.nextFrame(before: time) { try write(frame) }
  }

  private func write(_ frame: EncodedFrame) throws(MediaError) {
    try running?.file.write(frame)
    try running?.file.advance(to: frame.time)
    frames += 1
    if frame.isKeyFrame { keyFrames += 1 }
    bytes += Int64(frame.bytes.count)
  }
}
